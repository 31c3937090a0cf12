import { calls, resourceIdOf, type User, userFieldsSchema } from '@keyhold/contract';
import { Button } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { type ReactNode, useState } from 'react';
import { client } from '#api/client.ts';
import { refresh } from '#api/query-client.ts';
import type { AccountScope } from '#api/selected-account.ts';
import { RolePicker } from '#pickers/role-picker.tsx';
import { UserFields } from '#pickers/user-fields.tsx';
import { formText } from '#text/forms.ts';
import { usersText } from '#text/users.ts';
import { Form } from '#ui/form.tsx';
import { FormModal } from '#ui/form-modal.tsx';
import { toastSuccess } from '#ui/toast.tsx';
import { type CreationProgress, createInSteps, noProgress } from './creation-steps.ts';

interface CreateUserProps {
  opened: boolean;
  onClose: () => void;
  scope: AccountScope;
}

/** The dialog that creates a user: create, send the activation link, add the chosen roles. */
export function CreateUser({ opened, onClose, scope }: CreateUserProps) {
  return (
    <FormModal opened={opened} onClose={onClose} title={usersText.createTitle}>
      {(cancel) => <CreateUserForm scope={scope} onDone={onClose} cancel={cancel} />}
    </FormModal>
  );
}

const empty = { email: '', 'first-name': '', 'last-name': '', title: '', description: '' };

function CreateUserForm({ scope, onDone, cancel }: { scope: AccountScope; onDone: () => void; cancel: ReactNode }) {
  const [roles, setRoles] = useState<string[]>([]);
  const [progress, setProgress] = useState<CreationProgress>(noProgress);
  const form = useForm({ initialValues: empty, validate: schemaResolver(userFieldsSchema, { sync: true }) });
  const exists = progress.user !== null;

  const create = async (values: typeof empty): Promise<void> => {
    try {
      await createInSteps(progress, roles, stepsFor(values, scope), setProgress);
    } finally {
      await refresh('user');
    }
    toastSuccess(usersText.created);
    onDone();
  };
  return (
    <Form
      form={form}
      onSubmit={create}
      submitLabel={exists ? formText.tryAgain : formText.create}
      busyLabel={formText.creating}
      guarded={!exists}
      cancel={
        exists ? (
          <Button variant="default" onClick={onDone}>
            {formText.close}
          </Button>
        ) : (
          cancel
        )
      }
    >
      <UserFields form={form} readOnly={exists} />
      <RolePicker scope={scope} value={roles} onChange={setRoles} disabled={progress.linkSent} />
    </Form>
  );
}

/** The calls of the three steps. */
function stepsFor(values: typeof empty, scope: AccountScope) {
  return {
    create: async (): Promise<User> => {
      const body = { ...values, 'account-id': scope.accountId };
      const { resources } = await client.send(calls.createUser, { body });
      const [user] = resources;
      if (!user) throw new Error('The server created the user, but did not answer with it.');
      return user;
    },
    sendLink: async (user: User) => {
      await client.send(calls.sendActivationLink, { body: { user: user.rn, sendEmail: true, validDays: 90 } });
    },
    addRole: async (user: User, role: string) => {
      await client.send(calls.addUserRole, { params: { id: resourceIdOf(user.rn) }, body: { role } });
    },
  };
}
