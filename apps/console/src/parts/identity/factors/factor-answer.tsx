import type { FactorKind, PasskeyAssertion, PasskeyRequest } from '@keyhold/contract';
import { Anchor, Stack, Text, type TextInputProps } from '@mantine/core';
import { useForm } from '@mantine/form';
import { browserSupportsWebAuthn } from '@simplewebauthn/browser';
import { use, useState } from 'react';
import { authText, fieldText } from '#i18n/text/every-page.ts';
import { factorsText } from '#i18n/text/factors.ts';
import { DialogContext } from '#ui/dialog/form-context.ts';
import { ExactField } from '#ui/form/exact-field.tsx';
import { focusFirst } from '#ui/form/focus-first.ts';
import { Form } from '#ui/form/form.tsx';
import { PasswordField } from '#ui/form/password-field.tsx';
import { signWithPasskey } from './passkeys.ts';

export type ProofMethod = FactorKind | 'password';

/** A user's proof of identity. */
export type FactorAnswer =
  | { method: 'password'; password: string }
  | { method: 'authenticator' | 'recovery-codes'; code: string }
  | { method: 'passkey'; response: PasskeyAssertion };

interface FactorAnswerProps {
  /** The methods of the user; the form opens with the first one that this browser supports. */
  methods: readonly ProofMethod[];
  passkeyOptions: () => Promise<PasskeyRequest>;
  /** Sends the answer. Errors are shown. */
  onAnswer: (answer: FactorAnswer) => Promise<void>;
  submitLabel: string;
  busyLabel: string;
}

/** Prompts for a password, a code or a passkey; links below switch to the other methods. */
export function FactorAnswerForm({ methods, ...props }: FactorAnswerProps) {
  const offered = methods.filter((method) => method !== 'passkey' || browserSupportsWebAuthn());
  const [chosen, setChosen] = useState(offered[0]);
  if (!chosen) return <p>{factorsText.noPasskeySupport}</p>;
  return (
    <Stack gap="md">
      <AnswerForm key={chosen} method={chosen} {...props} />
      <Stack gap={8} align="flex-start">
        {offered
          .filter((method) => method !== chosen)
          .map((method) => (
            <Anchor key={method} component="button" type="button" size="sm" onClick={() => setChosen(method)}>
              {factorsText.instead[method]}
            </Anchor>
          ))}
      </Stack>
    </Stack>
  );
}

type AnswerFormProps = Omit<FactorAnswerProps, 'methods'> & { method: ProofMethod };

function AnswerForm({ method, passkeyOptions, onAnswer, submitLabel, busyLabel }: AnswerFormProps) {
  const passkey = method === 'passkey';
  const inDialog = use(DialogContext) !== null;
  const form = useForm({
    initialValues: { password: '', code: '' },
    validate: {
      password: (value) => (method === 'password' && value === '' ? fieldText.emptyPassword : null),
      code: (value) => (method !== 'password' && !passkey && value.trim() === '' ? factorsText.emptyCode : null),
    },
  });
  const answer = async ({ password, code }: typeof form.values): Promise<void> => {
    if (method === 'password') return onAnswer({ method, password });
    if (method !== 'passkey') return onAnswer({ method, code });
    return onAnswer({ method, response: await signWithPasskey(await passkeyOptions()) });
  };
  return (
    <Form
      form={form}
      onSubmit={answer}
      submitLabel={passkey ? factorsText.byPasskey : submitLabel}
      busyLabel={passkey ? factorsText.waitingForPasskey : busyLabel}
      guarded={false}
    >
      <Text>{factorsText.answers[method]}</Text>
      {method === 'password' && (
        <PasswordField
          label={authText.password}
          name="password"
          autoComplete="current-password"
          data-autofocus
          ref={focusFirst}
          autoFocus={!inDialog}
          {...form.getInputProps('password')}
        />
      )}
      {(method === 'authenticator' || method === 'recovery-codes') && (
        <CodeField recovery={method === 'recovery-codes'} {...form.getInputProps('code')} />
      )}
    </Form>
  );
}

/**
 * The field for a code: six digits, which the browser may fill in, or a recovery code. On a page it is focused by
 * `autoFocus`, in a dialog by the dialog.
 */
export function CodeField({ recovery = false, ...props }: TextInputProps & { recovery?: boolean }) {
  return (
    <ExactField
      label={recovery ? factorsText.recoveryCode : factorsText.code}
      name="code"
      autoComplete={recovery ? 'off' : 'one-time-code'}
      inputMode={recovery ? 'text' : 'numeric'}
      data-autofocus
      ref={focusFirst}
      autoFocus={use(DialogContext) === null}
      {...props}
    />
  );
}
