import type { Challenge } from '@keyhold/contract';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { homePath } from '#features/welcome/welcome.paths.ts';
import { authText } from '#i18n/text/every-page.ts';
import { checkNewPassword, NewPasswordFields } from '#parts/identity/new-password-fields.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { Form } from '#ui/form/form.tsx';
import { CardPage } from '#ui/layout/card-page.tsx';
import { loginPath } from './auth.paths.ts';
import { BackToLogin } from './back-to-login.tsx';
import SecondStep from './second-step/second-step.tsx';
import { activate } from './sign-in.data.ts';
import { useSignIn } from './use-sign-in.ts';

/** Sets a password with an emailed key, and signs in with it. */
export default function Activate() {
  const signIn = useSignIn();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const key = params.get('activation-key');
  const [challenge, setChallenge] = useState<Challenge | null>(null);
  const form = useForm({ initialValues: { 'new-password': '', confirmation: '' }, validate: checkNewPassword });
  const enter = async (token: string): Promise<void> => {
    await signIn(token);
    await navigate(homePath, { replace: true });
  };
  // A user who has a second factor, or must have one, is prompted for it first.
  if (challenge) {
    return <SecondStep challenge={challenge} onSignedIn={enter} onBack={() => void navigate(loginPath)} />;
  }
  const send = async ({ confirmation: _, ...password }: typeof form.values): Promise<void> => {
    const { token, challenge: wanted } = await activate({ 'activation-key': key ?? '', ...password });
    if (wanted) setChallenge(wanted);
    else await enter(token as string);
  };
  return (
    <CardPage title={authText.activateTitle} footer={<BackToLogin />}>
      {key ? (
        <Form
          form={form}
          onSubmit={send}
          submitLabel={authText.activate}
          busyLabel={authText.activating}
          guarded={false}
        >
          <NewPasswordFields label={authText.password} form={form} />
        </Form>
      ) : (
        <Notice tone="yellow">{authText.noActivationKey}</Notice>
      )}
    </CardPage>
  );
}
