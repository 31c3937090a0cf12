import type { Challenge } from '@keyhold/contract';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { useSession } from '#api/use-session.ts';
import { homePath } from '#features/welcome/welcome.paths.ts';
import { authText } from '#text/auth.ts';
import { Notice } from '#ui/feedback/notice.tsx';
import { Form } from '#ui/form/form.tsx';
import { checkNewPassword, NewPasswordFields } from '#ui/form/new-password-fields.tsx';
import { CardPage } from '#ui/layout/card-page.tsx';
import { loginPath } from './auth.paths.ts';
import { BackToLogin } from './back-to-login.tsx';
import SecondStep from './second-step.tsx';
import { activate } from './sign-in.data.ts';

/** Sets a password with an emailed key, and signs in with it. */
export default function Activate() {
  const { signIn } = useSession();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const key = params.get('activation-key');
  const [challenge, setChallenge] = useState<Challenge | null>(null);
  const enter = async (token: string): Promise<void> => {
    await signIn(token);
    await navigate(homePath, { replace: true });
  };
  if (challenge) {
    return <SecondStep challenge={challenge} onSignedIn={enter} onBack={() => void navigate(loginPath)} />;
  }
  return (
    <CardPage title={authText.activateTitle} footer={<BackToLogin />}>
      {key ? (
        <ActivateForm activationKey={key} onToken={enter} onChallenge={setChallenge} />
      ) : (
        <Notice tone="yellow">{authText.noActivationKey}</Notice>
      )}
    </CardPage>
  );
}

interface ActivateFormProps {
  activationKey: string;
  onToken: (token: string) => Promise<void>;
  /** A user who has a second factor, or must have one, is asked for it first. */
  onChallenge: (challenge: Challenge) => void;
}

function ActivateForm({ activationKey, onToken, onChallenge }: ActivateFormProps) {
  const form = useForm({
    initialValues: { 'new-password': '', confirmation: '' },
    validate: checkNewPassword,
  });
  const send = async ({ confirmation: _, ...password }: typeof form.values): Promise<void> => {
    const { token, challenge } = await activate({ 'activation-key': activationKey, ...password });
    if (challenge) onChallenge(challenge);
    else await onToken(token as string);
  };
  return (
    <Form form={form} onSubmit={send} submitLabel={authText.activate} busyLabel={authText.activating} guarded={false}>
      <NewPasswordFields label={authText.password} form={form} />
    </Form>
  );
}
