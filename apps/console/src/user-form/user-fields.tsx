import { Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { listText } from '#text/lists.ts';
import { usersText } from '#text/users.ts';

export interface UserValues {
  email: string;
  'first-name': string;
  'last-name': string;
  title: string;
  description: string;
}

/** The fields that an administrator types about a user. */
export function UserFields({ form, readOnly = false }: { form: UseFormReturnType<UserValues>; readOnly?: boolean }) {
  return (
    <>
      <TextInput
        label={usersText.email}
        type="email"
        data-autofocus
        withAsterisk={!readOnly}
        readOnly={readOnly}
        {...form.getInputProps('email')}
      />
      <TextInput
        label={usersText.firstName}
        withAsterisk={!readOnly}
        readOnly={readOnly}
        {...form.getInputProps('first-name')}
      />
      <TextInput
        label={usersText.lastName}
        withAsterisk={!readOnly}
        readOnly={readOnly}
        {...form.getInputProps('last-name')}
      />
      <TextInput label={usersText.jobTitle} readOnly={readOnly} {...form.getInputProps('title')} />
      <Textarea
        label={listText.description}
        autosize
        minRows={2}
        maxRows={8}
        readOnly={readOnly}
        {...form.getInputProps('description')}
      />
    </>
  );
}
