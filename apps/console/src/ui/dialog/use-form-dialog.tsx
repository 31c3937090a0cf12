import { type ReactNode, useState } from 'react';
import { FormModal } from './form-modal.tsx';
import { useLast } from './modal.tsx';

/**
 * A dialog with a form about a subject, which its title may name: `open` opens it, `dialog` renders it.
 *
 * @example
 * const renaming = useFormDialog(factorsText.rename, (factor: Factor) => <RenameFactor factor={factor} />);
 */
export function useFormDialog<Subject>(
  title: string | ((subject: Subject) => string),
  form: (subject: Subject) => ReactNode,
) {
  const [subject, setSubject] = useState<{ value: Subject } | null>(null);
  const last = useLast(subject);
  return {
    open: (value: Subject) => setSubject({ value }),
    dialog: (
      <FormModal
        opened={subject !== null}
        onClose={() => setSubject(null)}
        title={typeof title === 'string' ? title : last ? title(last.value) : ''}
      >
        {last && form(last.value)}
      </FormModal>
    ),
  };
}
