import type { Challenge } from '@keyhold/contract';
import { Group, Loader, Text } from '@mantine/core';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Navigate, useNavigate, useSearchParams } from 'react-router';
import { homePath } from '#features/welcome/welcome.paths.ts';
import { authText } from '#i18n/text/every-page.ts';
import { refusalText } from '#i18n/text/refusals.ts';
import { ErrorAlert } from '#ui/feedback/error-alert.tsx';
import { CardPage } from '#ui/layout/card-page.tsx';
import { loginPath } from './auth.paths.ts';
import { BackToLogin } from './back-to-login.tsx';
import SecondStep from './second-step/second-step.tsx';
import { finishSingleSignOn } from './sign-in.data.ts';
import { begunSignIn, forgetBegunSignIn } from './single-sign-on.ts';
import { useSignIn } from './use-sign-in.ts';

/** Finishes a sign-in that returns from a provider, prompts for a second factor, or shows why the sign-in failed. */
export default function SingleSignOnReturn() {
  const [params] = useSearchParams();
  const code = params.get('code');
  const refused = params.get('error');
  const [challenge, setChallenge] = useState<Challenge | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const signIn = useSignIn();
  const navigate = useNavigate();

  const enter = async (token: string): Promise<void> => {
    const next = begunSignIn()?.next ?? homePath;
    forgetBegunSignIn();
    await signIn(token);
    await navigate(next, { replace: true });
  };
  const finish = useEffectEvent(async (given: string): Promise<void> => {
    const { token, challenge: wanted } = await finishSingleSignOn(given);
    if (wanted) setChallenge(wanted);
    else await enter(token as string);
  });
  // A code is valid only once.
  const finished = useRef<string | null>(null);
  useEffect(() => {
    if (code === null || finished.current === code) return;
    finished.current = code;
    finish(code).catch(setFailure);
  }, [code]);

  if (code === null && refused === null) return <Navigate to={loginPath} replace />;
  const back = (): void => {
    forgetBegunSignIn();
    void navigate(loginPath);
  };
  if (challenge) return <SecondStep challenge={challenge} onSignedIn={enter} onBack={back} />;
  const error = failure ?? (refused === null ? null : new Error(refusalText(refused)));
  return (
    <CardPage title={authText.singleSignOnTitle} footer={error !== null && <BackToLogin onClick={forgetBegunSignIn} />}>
      {error === null ? (
        <Group role="status" gap="sm" wrap="nowrap">
          <Loader size="sm" aria-hidden="true" />
          <Text>{authText.singleSignOnFinishing}</Text>
        </Group>
      ) : (
        <ErrorAlert error={error} />
      )}
    </CardPage>
  );
}
