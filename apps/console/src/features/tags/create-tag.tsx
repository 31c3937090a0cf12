import { calls, resources } from '@keyhold/contract';
import { useForm } from '@mantine/form';
import type { ReactNode } from 'react';
import type { AccountScope } from '#api/selected-account.ts';
import { formText } from '#text/forms.ts';
import { tagsText } from '#text/tags.ts';
import { FormModal } from '#ui/dialog/form-modal.tsx';
import { fieldChecks } from '#ui/form/field-checks.ts';
import { Form } from '#ui/form/form.tsx';
import { emptyTexts, TextFields } from '#ui/form/text-fields.tsx';
import { createTag } from './tags.data.ts';

interface CreateTagProps {
  opened: boolean;
  onClose: () => void;
  scope: AccountScope;
}

/** The dialog that creates a tag in the account that is looked at. */
export function CreateTag({ opened, onClose, scope }: CreateTagProps) {
  return (
    <FormModal opened={opened} onClose={onClose} title={tagsText.createTitle}>
      {(cancel) => <CreateTagForm scope={scope} onDone={onClose} cancel={cancel} />}
    </FormModal>
  );
}

function CreateTagForm({ scope, onDone, cancel }: { scope: AccountScope; onDone: () => void; cancel: ReactNode }) {
  const form = useForm({
    initialValues: emptyTexts(resources.tag),
    validate: fieldChecks(calls.updateTag.body),
  });
  const create = async (values: typeof form.values): Promise<void> => {
    await createTag({ ...values, 'account-id': scope.accountId });
    onDone();
  };
  return (
    <Form form={form} onSubmit={create} submitLabel={formText.create} busyLabel={formText.creating} cancel={cancel}>
      <TextFields of={resources.tag} set="create" form={form} />
    </Form>
  );
}
