import { userFieldsSchema } from '@keyhold/contract';
import type { ReactNode } from 'react';
import type { Version } from '#api/change.ts';
import type { UserWithNames } from '#api/users.ts';
import { RecordForm } from '#record-form/record-form.tsx';
import { listText } from '#text/lists.ts';
import { usersText } from '#text/users.ts';
import { updateUser } from './user.data.ts';
import { UserFields, type UserValues } from './user-fields.tsx';

interface UserFormProps {
  of: Version<UserWithNames>;
  /** Somebody who may only read has neither note nor button. */
  readOnly?: boolean;
  note?: ReactNode;
  submitLabel?: string;
  onSaved?: () => void;
}

const labels = {
  email: usersText.email,
  'first-name': usersText.firstName,
  'last-name': usersText.lastName,
  title: usersText.jobTitle,
  description: listText.description,
};

/** What an administrator says of a user, or of themselves. */
export function UserForm({ of, readOnly = false, ...words }: UserFormProps) {
  return (
    <RecordForm
      of={of}
      valuesOf={valuesOf}
      labels={labels}
      schema={userFieldsSchema}
      save={updateUser}
      hideBar={readOnly}
      {...words}
    >
      {(form) => <UserFields form={form} readOnly={readOnly} />}
    </RecordForm>
  );
}

function valuesOf(user: UserWithNames): UserValues {
  const { email, title, description } = user;
  return { email, 'first-name': user['first-name'], 'last-name': user['last-name'], title, description };
}
