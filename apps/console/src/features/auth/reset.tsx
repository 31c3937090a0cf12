import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { authText } from '#i18n/text/every-page.ts';
import { Notice } from '#ui/feedback/notice.tsx';
import { Form } from '#ui/form/form.tsx';
import { CardPage } from '#ui/layout/card-page.tsx';
import { BackToLogin } from './back-to-login.tsx';
import { loadSignIn } from './login.tsx';

/** Requests a mail to set a new password. It never reveals whether the address belongs to a user. */
export default function Reset() {
  const [done, setDone] = useState(false);
  const form = useForm({
    initialValues: { email: '' },
    // As at sign-in: without the checks the call fails, too, and its error is shown.
    validate: async (values) => (await loadSignIn().catch(() => null))?.checkReset(values) ?? {},
  });
  return (
    <CardPage title={authText.resetPassword} footer={<BackToLogin />}>
      {done ? (
        <Notice tone="green" title={authText.resetDoneTitle}>
          {authText.resetDone}
        </Notice>
      ) : (
        <Form
          form={form}
          onSubmit={async ({ email }) => (await loadSignIn()).requestReset(email)}
          onSaved={() => setDone(true)}
          submitLabel={authText.resetPassword}
          busyLabel={authText.sending}
          guarded={false}
        >
          <TextInput
            label={authText.email}
            type="email"
            name="email"
            autoComplete="username"
            {...form.getInputProps('email')}
            onFocus={() => void loadSignIn().catch(() => null)}
          />
        </Form>
      )}
    </CardPage>
  );
}
