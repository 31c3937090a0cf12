import { type Challenge, calls } from '@keyhold/contract';
import { Anchor } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { client } from '#api/client.ts';
import { useSession } from '#api/use-session.ts';
import { homePath } from '#features/welcome/welcome.paths.ts';
import { authText } from '#text/auth.ts';
import { Notice } from '#ui/feedback/notice.tsx';
import { fieldChecks } from '#ui/form/field-checks.ts';
import { Form } from '#ui/form/form.tsx';
import { PasswordField } from '#ui/form/password-field.tsx';
import { CardPage } from '#ui/layout/card-page.tsx';
import { loginPath } from './auth.paths.ts';
import { activateSchema } from './fields.ts';
import SecondStep from './second-step.tsx';

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
    <CardPage
      title={authText.activateTitle}
      footer={
        <Anchor component={Link} to={loginPath}>
          {authText.backToLogin}
        </Anchor>
      }
    >
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
    validate: fieldChecks(activateSchema),
  });
  const activate = async (values: typeof form.values): Promise<void> => {
    const body = { 'activation-key': activationKey, 'new-password': values['new-password'] };
    const { token, challenge } = await client.send(calls.activate, { body });
    if (challenge) onChallenge(challenge);
    else await onToken(token as string);
  };
  return (
    <Form
      form={form}
      onSubmit={activate}
      submitLabel={authText.activate}
      busyLabel={authText.activating}
      guarded={false}
      fullWidth
    >
      <PasswordField
        label={authText.password}
        name="new-password"
        autoComplete="new-password"
        {...form.getInputProps('new-password')}
      />
      <PasswordField
        label={authText.confirmPassword}
        name="confirmation"
        autoComplete="new-password"
        {...form.getInputProps('confirmation')}
      />
    </Form>
  );
}
