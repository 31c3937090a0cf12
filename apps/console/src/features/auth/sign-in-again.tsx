import type { Challenge, PasskeyRequest } from '@keyhold/contract';
import { Anchor, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { authText } from '#i18n/text/every-page.ts';
import { challengeText, factorsText } from '#i18n/text/factors.ts';
import { type FactorAnswer, FactorAnswerForm } from '#parts/identity/factors/factor-answer.tsx';
import { session } from '#session/session.ts';
import { useAuthInfo } from '#session/use-session.ts';
import { Modal } from '#ui/dialog/modal.tsx';
import { Form } from '#ui/form/form.tsx';
import { PasswordField } from '#ui/form/password-field.tsx';
import { loginPath } from './auth.paths.ts';
import { answerChallenge } from './second-step/challenge.data.ts';
import { authorize, checkLogin, type SignInReply } from './sign-in.data.ts';
import { useSignIn } from './use-sign-in.ts';

/** Prompts a user whose token has expired to sign in again, above the screen that keeps the unsaved input. */
export default function SignInAgain() {
  const { email } = useAuthInfo().user;
  const signIn = useSignIn();
  const [challenge, setChallenge] = useState<Challenge | null>(null);
  const form = useForm({ initialValues: { email, password: '' }, validate: checkLogin });
  const goOn = async (reply: Promise<SignInReply>): Promise<void> => {
    const { token, challenge: next } = await reply;
    if (next) setChallenge(next);
    else if (token !== undefined) await signIn(token);
  };
  const answer = async (given: FactorAnswer): Promise<void> => {
    if (challenge && given.method !== 'password') await goOn(answerChallenge({ id: challenge.id, ...given }));
  };
  return (
    <Modal
      opened
      onClose={session.leave}
      title={challenge ? challengeText.title : authText.sessionExpired}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
      size="md"
    >
      <Stack gap="md">
        <Text c="dimmed">{authText.inputKept}</Text>
        {challenge && !challenge.enrol ? (
          <FactorAnswerForm
            methods={challenge.methods}
            passkeyOptions={async () => challenge.options as PasskeyRequest}
            onAnswer={answer}
            submitLabel={factorsText.confirm}
            busyLabel={factorsText.confirming}
          />
        ) : (
          <Form
            form={form}
            onSubmit={({ password }) => goOn(authorize(email, password))}
            submitLabel={authText.logIn}
            busyLabel={authText.loggingIn}
            guarded={false}
          >
            <TextInput label={authText.email} value={email} readOnly autoComplete="username" />
            <PasswordField
              label={authText.password}
              autoComplete="current-password"
              data-autofocus
              {...form.getInputProps('password')}
            />
          </Form>
        )}
        <Anchor href={loginPath} target="_blank" size="sm">
          {authText.logInInNewTab}
        </Anchor>
        <Anchor component="button" type="button" size="sm" ta="start" onClick={session.leave}>
          {authText.leaveUnsaved}
        </Anchor>
      </Stack>
    </Modal>
  );
}
