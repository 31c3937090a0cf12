import type { Challenge } from '@keyhold/contract';
import { Anchor, Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useEffect, useRef, useState } from 'react';
import { Link, Navigate, parsePath, useLocation } from 'react-router';
import { homePath } from '#features/welcome/welcome.paths.ts';
import { authText } from '#i18n/text/every-page.ts';
import { useSession } from '#session/use-session.ts';
import { ErrorAlert } from '#ui/feedback/error-alert.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { Form } from '#ui/form/form.tsx';
import { PasswordField } from '#ui/form/password-field.tsx';
import { CardPage } from '#ui/layout/card-page.tsx';
import { fetchCode } from '#ui/loading/fetch-code.ts';
import { resetPath } from './auth.paths.ts';
import { usePasskeyAutofill } from './passkey/use-passkey-autofill.ts';
import { rememberedLocation, wasExpired } from './remembered-location.ts';
import type { SignInReply } from './sign-in.data.ts';
import { beginSingleSignOn, forgetBegunSignIn, refusedSignIn } from './single-sign-on.ts';
import { useSignIn } from './use-sign-in.ts';

/** The checks and the calls are loaded when a form is first used: they would double the first load. */
export const loadSignIn = () => fetchCode(() => import('./sign-in.data.ts'));

const loadSecondStep = () => fetchCode(() => import('./second-step/second-step.tsx'));

/** The challenge that a sign-in must still answer, and the screen for it. */
interface Wanted {
  readonly challenge: Challenge;
  readonly SecondStep: Awaited<ReturnType<typeof loadSecondStep>>['default'];
}

interface LoginProps {
  /** Called with the next screen's path while the server checks the password. */
  onLogIn: (pathname: string) => void;
}

/** The sign-in screen. It redirects a signed-in user to the requested location. */
export default function Login({ onLogIn }: LoginProps) {
  const { authInfo } = useSession();
  const signIn = useSignIn();
  const { state } = useLocation();
  const [refused] = useState(refusedSignIn);
  useEffect(forgetBegunSignIn, []);
  const form = useForm({
    initialValues: { email: refused?.email ?? '', password: '' },
    // If the checks cannot be fetched, neither can the call, and its error is shown.
    validate: async (values) => (await loadSignIn().catch(() => null))?.checkLogin(values) ?? {},
  });
  const next = refused?.next ?? rememberedLocation(state);
  const emailField = useRef<HTMLInputElement>(null);
  const [wanted, setWanted] = useState<Wanted | null>(null);
  const goOn = async (reply: Promise<SignInReply>): Promise<void> => {
    onLogIn(parsePath(next).pathname ?? homePath);
    const { token, challenge } = await reply;
    // Fetched here, so that a failure is one of the sign-in form, which keeps its input.
    if (challenge) setWanted({ challenge, SecondStep: (await loadSecondStep()).default });
    else await signIn(token as string);
  };
  const [passkeyError, setPasskeyError] = useState<unknown>(null);
  usePasskeyAutofill(authInfo === null && wanted === null, async (picked) => {
    setPasskeyError(null);
    await loadSignIn()
      .then(({ authorizeByPasskey }) => goOn(authorizeByPasskey(picked)))
      .catch(setPasskeyError);
  });
  if (authInfo) return <Navigate to={next} replace />;
  if (wanted) return <wanted.SecondStep {...wanted} onSignedIn={signIn} onBack={() => setWanted(null)} />;

  /** Continues at the provider of the e-mail's domain, without a password. */
  const continueElsewhere = async (): Promise<void> => {
    const values = form.getValues();
    const { email: wrong } = (await loadSignIn().catch(() => null))?.checkLogin(values) ?? {};
    form.setErrors(wrong ? { email: wrong } : {});
    if (wrong) emailField.current?.focus();
    else beginSingleSignOn({ email: values.email.trim(), next });
  };
  const logIn = async ({ email, password }: typeof form.values): Promise<void> => {
    setPasskeyError(null);
    await goOn((await loadSignIn()).authorize(email, password));
  };
  return (
    <CardPage title={authText.logIn}>
      <ErrorAlert error={passkeyError} />
      {wasExpired(state) && (
        <Notice tone="yellow" role="status" mb="md">
          {authText.sessionExpired}
        </Notice>
      )}
      {refused && (
        <Notice tone="yellow" role="status" mb="md">
          {authText.singleSignOnUnknown({ email: refused.email })}
        </Notice>
      )}
      <Form form={form} onSubmit={logIn} submitLabel={authText.logIn} busyLabel={authText.loggingIn} guarded={false}>
        <TextInput
          ref={emailField}
          label={authText.email}
          type="email"
          name="email"
          autoComplete="username webauthn"
          {...form.getInputProps('email')}
          // The second step brings the code that the screens share.
          onFocus={() =>
            void loadSignIn()
              .then(loadSecondStep)
              .catch(() => null)
          }
        />
        <PasswordField
          label={authText.password}
          name="password"
          autoComplete="current-password"
          {...form.getInputProps('password')}
        />
        <Anchor component={Link} to={resetPath} size="sm">
          {authText.forgotPassword}
        </Anchor>
      </Form>
      <Button fullWidth mt="sm" onClick={() => void continueElsewhere()}>
        {authText.singleSignOn}
      </Button>
    </CardPage>
  );
}
