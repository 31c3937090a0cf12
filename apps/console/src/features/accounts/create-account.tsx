import { type Account, resources, textsIn } from '@keyhold/contract';
import { Text, TextInput, Title } from '@mantine/core';
import { useState } from 'react';
import * as z from 'zod';
import { formText } from '#i18n/text/every-page.ts';
import { fieldNames } from '#i18n/text/general.ts';
import { accountsText } from '#i18n/text/people.ts';
import { useCreationForm } from '#records/form/creation-form.tsx';
import { TextFields } from '#records/form/text-fields.tsx';
import { fieldChecks } from '#ui/form/field-checks.ts';
import { Form } from '#ui/form/form.tsx';
import { checkName, createAccount } from './accounts.data.ts';

const { email, 'first-name': firstName, 'last-name': lastName } = resources.user.create;
const ownerFields = { email, 'first-name': firstName, 'last-name': lastName };
type Owner = Record<keyof typeof ownerFields, string>;
const noOwner: Owner = { email: '', 'first-name': '', 'last-name': '' };
const checkOwner = fieldChecks(z.object(ownerFields));

/** The form of a new account and its owner, who is invited. Without an e-mail it has none yet. */
export function CreateAccount({ accounts }: { accounts: readonly Account[] }) {
  // The accounts listed when the form opens, whose names are taken: a retry is not refused for the account that was
  // created before the connection broke. The server checks all accounts.
  const [known] = useState(accounts);
  const form = useCreationForm(resources.account, noOwner, (values) => ({
    ...(ownerOf(values) && checkOwner(values)),
    ...checkName(known, null)(values),
  }));
  const create = (values: typeof form.values) => {
    const owner = ownerOf(values);
    return createAccount({ ...textsIn(resources.account, values), ...(owner && { owner }) });
  };
  return (
    <Form form={form} onSubmit={create} submitLabel={formText.create} busyLabel={formText.creating}>
      <TextFields resource={resources.account} set="create" form={form} />
      <div>
        <Title order={3} fz="md">
          {accountsText.firstAdministrator}
        </Title>
        <Text fz="xs" c="dimmed" mt={4}>
          {accountsText.ownerHint}
        </Text>
      </div>
      <TextInput type="email" label={fieldNames.email} {...form.getInputProps('email')} />
      {form.values.email !== '' && (
        <>
          <TextInput label={fieldNames['first-name']} {...form.getInputProps('first-name')} />
          <TextInput label={fieldNames['last-name']} {...form.getInputProps('last-name')} />
        </>
      )}
    </Form>
  );
}

/** The owner in the fields, which ask for the name once there is an e-mail; null without one. */
function ownerOf(values: Owner): Owner | null {
  if (values.email.trim() === '') return null;
  return { email: values.email, 'first-name': values['first-name'], 'last-name': values['last-name'] };
}
