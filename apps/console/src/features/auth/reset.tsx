import { calls } from '@keyhold/contract';
import { Anchor, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { Link } from 'react-router';
import { client } from '#api/client.ts';
import { authText } from '#text/auth.ts';
import { Notice } from '#ui/feedback/notice.tsx';
import { fieldChecks } from '#ui/form/field-checks.ts';
import { Form } from '#ui/form/form.tsx';
import { CardPage } from '#ui/layout/card-page.tsx';
import { loginPath } from './auth.paths.ts';
import { resetSchema } from './fields.ts';

/** Requests a mail to set a new password. It never reveals whether the address is known. */
export default function Reset() {
  const [done, setDone] = useState(false);
  const form = useForm({ initialValues: { email: '' }, validate: fieldChecks(resetSchema) });
  const reset = async ({ email }: typeof form.values): Promise<void> => {
    await client.send(calls.resetPassword, { body: { email: email.trim() } });
    setDone(true);
  };
  return (
    <CardPage
      title={authText.resetPassword}
      footer={
        <Anchor component={Link} to={loginPath}>
          {authText.backToLogin}
        </Anchor>
      }
    >
      {done ? (
        <Notice tone="green" title={authText.resetDoneTitle} role="status">
          {authText.resetDone}
        </Notice>
      ) : (
        <Form
          form={form}
          onSubmit={reset}
          submitLabel={authText.resetPassword}
          busyLabel={authText.sending}
          guarded={false}
          fullWidth
        >
          <TextInput
            label={authText.email}
            type="email"
            name="email"
            autoComplete="username"
            {...form.getInputProps('email')}
          />
        </Form>
      )}
    </CardPage>
  );
}
