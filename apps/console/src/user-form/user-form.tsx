import { resources } from '@keyhold/contract';
import type { ReactNode } from 'react';
import type { Version } from '#api/change.ts';
import type { UserWithNames } from '#api/users.ts';
import { RecordTexts } from '#record-form/record-texts.tsx';
import { updateUser } from './user.data.ts';

interface UserFormProps {
  of: Version<UserWithNames>;
  /** A form that is only read has neither note nor button. */
  readOnly?: boolean;
  note?: ReactNode;
  submitLabel?: string;
  onSaved?: () => void;
}

export function UserForm(props: UserFormProps) {
  return <RecordTexts resource={resources.user} save={updateUser} {...props} />;
}
