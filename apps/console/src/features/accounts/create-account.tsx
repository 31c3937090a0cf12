import { type Account, calls } from '@keyhold/contract';
import { useForm } from '@mantine/form';
import type { ReactNode } from 'react';
import { client } from '#api/client.ts';
import { refresh } from '#api/query-client.ts';
import { accountsText } from '#text/accounts.ts';
import { formText } from '#text/forms.ts';
import { Form } from '#ui/form.tsx';
import { FormModal } from '#ui/form-modal.tsx';
import { NameFields, type NameValues } from '#ui/name-fields.tsx';
import { toastSuccess } from '#ui/toast.tsx';
import { checkAccount } from './account-names.ts';

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
  const form = useForm<NameValues>({
    initialValues: { name: '', description: '' },
    validate: checkAccount(accounts, null),
  });
  const create = async (values: NameValues): Promise<void> => {
    await client.send(calls.createAccount, { body: values });
    await refresh('account');
    toastSuccess(accountsText.created);
    onDone();
  };
  return (
    <Form form={form} onSubmit={create} submitLabel={formText.create} busyLabel={formText.creating} cancel={cancel}>
      <NameFields form={form} />
    </Form>
  );
}
