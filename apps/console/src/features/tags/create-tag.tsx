import { resources } from '@keyhold/contract';
import { useForm } from '@mantine/form';
import * as z from 'zod';
import type { AccountScope } from '#api/selected-account.ts';
import { formText } from '#text/forms.ts';
import type { DialogFormProps } from '#ui/dialog/use-creation.tsx';
import { fieldChecks } from '#ui/form/field-checks.ts';
import { Form } from '#ui/form/form.tsx';
import { emptyTexts, TextFields } from '#ui/form/text-fields.tsx';
import { createTag } from './tags.data.ts';

const checkTexts = fieldChecks(z.object(resources.tag.create));

export function CreateTag({ scope, onDone, cancel }: DialogFormProps & { scope: AccountScope }) {
  const form = useForm({
    initialValues: emptyTexts(resources.tag),
    validate: checkTexts,
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
