import type { calls, OutputOf } from '@keyhold/contract';
import { Skeleton, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { listText } from '#i18n/text/every-page.ts';
import { factorsText } from '#i18n/text/factors.ts';
import { CopyableCode } from '#ui/button/copyable-code.tsx';
import { Form } from '#ui/form/form.tsx';
import { lazyPart } from '#ui/loading/lazy-part.tsx';
import { CodeField } from './factor-answer.tsx';

const QrCode = lazyPart(() => import('./qr-code.tsx'));

/** The data for an authenticator app: the secret to type, and a URI with it to scan. */
export type AuthenticatorSecret = OutputOf<typeof calls.startAuthenticator>;

interface AuthenticatorSetupProps {
  given: AuthenticatorSecret;
  /** Sends the first code that the app shows. */
  onConfirm: (code: string) => Promise<void>;
}

/** Shows the secret of a new authenticator app, to scan or to type, and prompts for the app's first code. */
export function AuthenticatorSetup({ given, onConfirm }: AuthenticatorSetupProps) {
  const form = useForm({
    initialValues: { code: '' },
    validate: { code: (value) => (value.trim() === '' ? factorsText.emptyCode : null) },
  });
  return (
    <Form
      form={form}
      onSubmit={({ code }) => onConfirm(code)}
      submitLabel={factorsText.confirm}
      busyLabel={factorsText.confirming}
      guarded={false}
    >
      <Text>{factorsText.scan}</Text>
      <QrCode
        text={given.uri}
        fallback={<Skeleton height={200} width={200} mx="auto" role="status" aria-label={listText.loading} />}
      />
      <CopyableCode
        label={factorsText.typeSecret}
        shown={inGroups(given.secret)}
        text={given.secret}
        what={factorsText.secret}
      />
      <CodeField {...form.getInputProps('code')} />
    </Form>
  );
}

/** A secret in groups of four, which is easier to type. Apps ignore the spaces. */
function inGroups(secret: string): string {
  return secret.match(/.{1,4}/g)?.join(' ') ?? secret;
}
