import type { Challenge, PasskeyRequest } from '@keyhold/contract';
import { Anchor, Button, Stack, Text } from '@mantine/core';
import { browserSupportsWebAuthn } from '@simplewebauthn/browser';
import { useState } from 'react';
import { authText } from '#i18n/text/every-page.ts';
import { challengeText, factorsText } from '#i18n/text/factors.ts';
import { type AuthenticatorSecret, AuthenticatorSetup } from '#parts/identity/factors/authenticator-setup.tsx';
import { type FactorAnswer, FactorAnswerForm } from '#parts/identity/factors/factor-answer.tsx';
import { RecoveryCodes } from '#parts/identity/factors/recovery-codes.tsx';
import { useWindowGuard } from '#ui/dialog/unsaved-changes.tsx';
import { ErrorAlert } from '#ui/feedback/error-alert.tsx';
import { useRun } from '#ui/feedback/use-run.ts';
import { CardPage } from '#ui/layout/card-page.tsx';
import {
  addFirstPasskey,
  answerChallenge,
  confirmFirstAuthenticator,
  startFirstAuthenticator,
} from './challenge.data.ts';

interface SecondStepProps {
  challenge: Challenge;
  onSignedIn: (token: string) => Promise<void>;
  onBack: () => void;
}

/** The step of a sign-in after the password: it prompts for a second factor, or adds the first one. */
export default function SecondStep({ challenge, onSignedIn, onBack }: SecondStepProps) {
  // The recovery codes are shown only once.
  const [showsCodes, setShowsCodes] = useState(false);
  useWindowGuard(() => showsCodes);
  const answer = async (given: FactorAnswer): Promise<void> => {
    if (given.method === 'password') return;
    const { token } = await answerChallenge({ id: challenge.id, ...given });
    if (token !== undefined) await onSignedIn(token);
  };
  return (
    <CardPage
      title={challenge.enrol ? challengeText.enrolTitle : challengeText.title}
      footer={
        !showsCodes && (
          <Anchor component="button" type="button" onClick={onBack}>
            {authText.backToLogin}
          </Anchor>
        )
      }
    >
      {challenge.enrol ? (
        <Enrolment challenge={challenge} onSignedIn={onSignedIn} onCodes={() => setShowsCodes(true)} />
      ) : (
        <FactorAnswerForm
          methods={challenge.methods}
          passkeyOptions={async () => challenge.options as PasskeyRequest}
          onAnswer={answer}
          submitLabel={factorsText.confirm}
          busyLabel={factorsText.confirming}
        />
      )}
    </CardPage>
  );
}

/** The output of the last call of an enrolment. */
type Enrolled = Awaited<ReturnType<typeof addFirstPasskey>>;

interface EnrolmentProps extends Omit<SecondStepProps, 'onBack'> {
  /** Called when recovery codes are shown. */
  onCodes: () => void;
}

/** Adds the first factor that a sign-in requires, and shows the recovery codes before it continues. */
function Enrolment({ challenge: { id }, onSignedIn, onCodes }: EnrolmentProps) {
  const [secret, setSecret] = useState<AuthenticatorSecret | null>(null);
  const [enrolled, setEnrolled] = useState<Enrolled | null>(null);
  const { busy, error, run } = useRun();
  const codes = enrolled?.['recovery-codes'];
  if (enrolled && codes) {
    const goOn = (): void => void run(() => onSignedIn(enrolled.token));
    return (
      <>
        <ErrorAlert error={error} />
        <RecoveryCodes codes={codes} onDone={goOn} doneLabel={challengeText.goOn} />
      </>
    );
  }
  const finish = async (reply: Enrolled): Promise<void> => {
    setEnrolled(reply);
    if (reply['recovery-codes']) onCodes();
    else await onSignedIn(reply.token);
  };
  if (secret) {
    const confirm = async (code: string): Promise<void> => finish(await confirmFirstAuthenticator(id, code));
    return (
      <>
        <AuthenticatorSetup given={secret} onConfirm={confirm} />
        <Anchor component="button" type="button" size="sm" mt="md" onClick={() => setSecret(null)}>
          {challengeText.otherWay}
        </Anchor>
      </>
    );
  }
  const app = {
    label: factorsText.addAuthenticator,
    about: factorsText.panels.authenticator.about,
    add: async () => setSecret(await startFirstAuthenticator(id)),
  };
  const passkey = {
    label: factorsText.addPasskey,
    about: factorsText.panels.passkey.about,
    add: async () => finish(await addFirstPasskey(id)),
  };
  return (
    <Stack gap="md">
      <ErrorAlert error={error} />
      <Text>{challengeText.enrolAbout}</Text>
      {(browserSupportsWebAuthn() ? [passkey, app] : [app]).map(({ label, about, add }) => (
        <div key={label}>
          <Button fullWidth onClick={() => void run(add)} aria-busy={busy}>
            {label}
          </Button>
          <Text fz="xs" c="dimmed" mt={6}>
            {about}
          </Text>
        </div>
      ))}
    </Stack>
  );
}
