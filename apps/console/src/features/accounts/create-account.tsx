import { type Account, resources } from '@keyhold/contract';
import { useForm } from '@mantine/form';
import { formText } from '#text/forms.ts';
import type { DialogFormProps } from '#ui/dialog/use-creation.tsx';
import { Form } from '#ui/form/form.tsx';
import { emptyTexts, TextFields } from '#ui/form/text-fields.tsx';
import { checkAccount } from './account-names.ts';
import { createAccount } from './accounts.data.ts';

interface CreateAccountProps extends DialogFormProps {
  /** The loaded accounts, whose names are taken. The server checks all of them. */
  accounts: readonly Account[];
}

/** The form that creates an account. */
export function CreateAccount({ accounts, onDone, cancel }: CreateAccountProps) {
  const form = useForm({
    initialValues: emptyTexts(resources.account),
    validate: checkAccount(accounts, null),
  });
  const create = async (values: typeof form.values): Promise<void> => {
    await createAccount(values);
    onDone();
  };
  return (
    <Form form={form} onSubmit={create} submitLabel={formText.create} busyLabel={formText.creating} cancel={cancel}>
      <TextFields of={resources.account} set="create" form={form} />
    </Form>
  );
}
