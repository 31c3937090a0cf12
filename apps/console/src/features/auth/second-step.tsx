import type { Challenge, PasskeyRequest } from '@keyhold/contract';
import { Anchor } from '@mantine/core';
import { type FactorAnswer, FactorAnswerForm } from '#factors/factor-answer.tsx';
import { authText } from '#text/auth.ts';
import { challengeText, factorsText } from '#text/factors.ts';
import { CardPage } from '#ui/layout/card-page.tsx';
import { answerChallenge } from './challenge.data.ts';
import { Enrolment } from './enrolment.tsx';

interface SecondStepProps {
  challenge: Challenge;
  onSignedIn: (token: string) => Promise<void>;
  onBack: () => void;
}

/** What a sign-in still wants after the password: a second factor, or a first one to be added. */
export default function SecondStep({ challenge, onSignedIn, onBack }: SecondStepProps) {
  const answer = async (given: FactorAnswer): Promise<void> => {
    if (given.method === 'password') return;
    const { token } = await answerChallenge({ id: challenge.id, ...given });
    if (token !== undefined) await onSignedIn(token);
  };
  return (
    <CardPage
      title={challenge.enrol ? challengeText.enrolTitle : challengeText.title}
      footer={
        <Anchor component="button" type="button" onClick={onBack}>
          {authText.backToLogin}
        </Anchor>
      }
    >
      {challenge.enrol ? (
        <Enrolment challengeId={challenge.id} onSignedIn={onSignedIn} />
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
