import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { authText } from '#i18n/text/every-page.ts';
import { Notice } from '#ui/feedback/notice.tsx';
import { Form } from '#ui/form/form.tsx';
import { CardPage } from '#ui/layout/card-page.tsx';
import { BackToLogin } from './back-to-login.tsx';
import { confirmEmail } from './sign-in.data.ts';

/** Confirms an e-mail with a mailed key. A press is needed: programs that check mails open links, too. */
export default function ConfirmEmail() {
  const [params] = useSearchParams();
  const key = params.get('key');
  const [done, setDone] = useState(false);
  const form = useForm({ initialValues: {} });
  return (
    <CardPage title={authText.confirmEmailTitle} footer={<BackToLogin />}>
      {done ? (
        <Notice tone="green">{authText.emailConfirmed}</Notice>
      ) : key ? (
        <Form
          form={form}
          onSubmit={() => confirmEmail(key)}
          onSaved={() => setDone(true)}
          submitLabel={authText.confirmEmail}
          busyLabel={authText.sending}
          guarded={false}
        >
          <p>{authText.confirmEmailAbout}</p>
        </Form>
      ) : (
        <Notice tone="yellow">{authText.noConfirmationKey}</Notice>
      )}
    </CardPage>
  );
}
