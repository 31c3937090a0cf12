import { resources, textsIn } from '@keyhold/contract';
import type { ReactNode } from 'react';
import * as z from 'zod';
import type { Version } from '#api/change.ts';
import type { UserWithNames } from '#api/users.ts';
import { RecordForm } from '#record-form/record-form.tsx';
import { fieldNames } from '#text/fields.ts';
import { TextFields } from '#ui/form/text-fields.tsx';
import { updateUser } from './user.data.ts';

interface UserFormProps {
  of: Version<UserWithNames>;
  /** A form that is only read has neither note nor button. */
  readOnly?: boolean;
  note?: ReactNode;
  submitLabel?: string;
  onSaved?: () => void;
}

export function UserForm({ of, readOnly = false, ...words }: UserFormProps) {
  return (
    <RecordForm
      of={of}
      valuesOf={textsOf}
      labels={fieldNames}
      schema={schema}
      save={updateUser}
      hideBar={readOnly}
      {...words}
    >
      {(form) => <TextFields of={resources.user} set="update" form={form} readOnly={readOnly} />}
    </RecordForm>
  );
}

const schema = z.object(resources.user.update);
const textsOf = (user: UserWithNames) => textsIn(resources.user, user);
