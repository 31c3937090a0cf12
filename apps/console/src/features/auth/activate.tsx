import type { Challenge } from '@keyhold/contract';
import { useForm } from '@mantine/form';
import { useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { homePath } from '#features/welcome/welcome.paths.ts';
import { authText } from '#i18n/text/every-page.ts';
import { checkNewPassword, NewPasswordFields } from '#parts/identity/new-password-fields.tsx';
import { useSession } from '#session/use-session.ts';
import { ErrorAlert } from '#ui/feedback/error-alert.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { Form } from '#ui/form/form.tsx';
import { UsernameField } from '#ui/form/username-field.tsx';
import { CardPage } from '#ui/layout/card-page.tsx';
import { loginPath } from './auth.paths.ts';
import { BackToLogin } from './back-to-login.tsx';
import SecondStep from './second-step/second-step.tsx';
import { type Activation, activate, findActivation } from './sign-in.data.ts';
import { useSignIn } from './use-sign-in.ts';

/** Sets a password with an emailed key, and signs in with it. */
export default function Activate() {
  const signIn = useSignIn();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const key = params.get('activation-key');
  const [challenge, setChallenge] = useState<Challenge | null>(null);
  const { activation, refused, retry } = useActivation(key);
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
    // Only the answer to this attempt is shown.
    retry();
    const { token, challenge: wanted } = await activate({ 'activation-key': key ?? '', ...password });
    if (wanted) setChallenge(wanted);
    else await enter(token as string);
  };
  return (
    <CardPage title={authText.activateTitle} footer={<BackToLogin />}>
      <ErrorAlert error={refused} />
      {activation && <WhoseKey activation={activation} />}
      {key ? (
        <Form
          form={form}
          onSubmit={send}
          submitLabel={authText.activate}
          busyLabel={authText.activating}
          guarded={false}
        >
          {activation && <UsernameField value={activation.email} />}
          <NewPasswordFields label={authText.password} form={form} />
        </Form>
      ) : (
        <Notice tone="yellow">{authText.noActivationKey}</Notice>
      )}
    </CardPage>
  );
}

/** Whose the key is, once the server has said it, or why it refuses the key. */
function useActivation(key: string | null) {
  const [state, setState] = useState<{ activation: Activation | null; refused: unknown }>({
    activation: null,
    refused: null,
  });
  useEffect(() => {
    if (!key) return undefined;
    const leaving = new AbortController();
    findActivation(key, leaving.signal).then(
      (activation) => setState({ activation, refused: null }),
      (refused: unknown) => {
        if (!leaving.signal.aborted) setState({ activation: null, refused });
      },
    );
    return () => leaving.abort();
  }, [key]);
  return { ...state, retry: () => setState((current) => ({ ...current, refused: null })) };
}

/** Whose account is activated. Who is signed in as another user is warned: the activation signs them out. */
function WhoseKey({ activation: { email, account } }: { activation: Activation }) {
  const { authInfo } = useSession();
  const own = authInfo?.user.email;
  if (own !== undefined && own.toLowerCase() !== email.toLowerCase()) {
    return (
      <Notice tone="yellow" mb="md">
        {authText.activateOther({ email, account, own })}
      </Notice>
    );
  }
  return <p>{authText.activateFor({ email, account })}</p>;
}
