import { type Account, resources } from '@keyhold/contract';
import { useForm } from '@mantine/form';
import type { ReactNode } from 'react';
import { accountsText } from '#text/accounts.ts';
import { formText } from '#text/forms.ts';
import { FormModal } from '#ui/dialog/form-modal.tsx';
import { Form } from '#ui/form/form.tsx';
import { emptyTexts, TextFields } from '#ui/form/text-fields.tsx';
import { checkAccount } from './account-names.ts';
import { createAccount } from './accounts.data.ts';

interface CreateAccountProps {
  opened: boolean;
  onClose: () => void;
  /** The accounts that are known, whose names are taken. The server knows all of them. */
  accounts: readonly Account[];
}

/** The dialog that creates an account. */
export function CreateAccount({ opened, onClose, accounts }: CreateAccountProps) {
  return (
    <FormModal opened={opened} onClose={onClose} title={accountsText.createTitle}>
      {(cancel) => <CreateAccountForm accounts={accounts} onDone={onClose} cancel={cancel} />}
    </FormModal>
  );
}

interface CreateAccountFormProps {
  accounts: readonly Account[];
  onDone: () => void;
  cancel: ReactNode;
}

function CreateAccountForm({ accounts, onDone, cancel }: CreateAccountFormProps) {
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
