import { calls, resourceIdOf, userFieldsSchema } from '@keyhold/contract';
import type { ReactNode } from 'react';
import { client } from '#api/client.ts';
import type { UserWithNames } from '#api/users.ts';
import { UserFields, type UserValues } from '#pickers/user-fields.tsx';
import { usersText } from '#text/users.ts';
import { RecordForm } from './record-form.tsx';

interface UserFormProps {
  user: UserWithNames;
  etag: string | null;
  /** Somebody who may only read has neither note nor button. */
  readOnly?: boolean;
  note?: ReactNode;
  submitLabel?: string;
  onSaved?: () => void;
}

/** What an administrator says of a user, or of themselves. */
export function UserForm({ user, etag, readOnly = false, onSaved, ...words }: UserFormProps) {
  const save = (body: UserValues, headers: Record<string, string>) =>
    client.send(calls.updateUser, { params: { id: resourceIdOf(user.rn) }, body, headers });
  return (
    <RecordForm<UserValues>
      record={user}
      etag={etag}
      values={{
        email: user.email,
        'first-name': user['first-name'],
        'last-name': user['last-name'],
        title: user.title,
        description: user.description,
      }}
      schema={userFieldsSchema}
      save={save}
      saved={usersText.updated}
      hideBar={readOnly}
      {...(onSaved && { onSaved })}
      {...words}
    >
      {(form) => <UserFields form={form} readOnly={readOnly} />}
    </RecordForm>
  );
}
