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
  const shown = useLast(subject);
  return {
    open: (value: Subject) => setSubject({ value }),
    dialog: (
      <FormModal
        opened={subject !== null}
        onClose={() => setSubject(null)}
        title={typeof title === 'string' ? title : shown ? title(shown.value) : ''}
      >
        {shown && form(shown.value)}
      </FormModal>
    ),
  };
}
