import { Button } from '@mantine/core';
import { useState } from 'react';
import { type AuthenticatorSecret, AuthenticatorSetup } from '#factors/authenticator-setup.tsx';
import { confirmAuthenticator, startAuthenticator } from '#factors/factors.data.ts';
import { factorsText } from '#text/factors.ts';
import { FormModal } from '#ui/dialog/form-modal.tsx';
import { useLast } from '#ui/dialog/use-last.ts';
import { ErrorAlert } from '#ui/feedback/error-alert.tsx';
import { useRun } from '#ui/feedback/use-run.ts';
import { FactorPanel, type OwnFactorsProps } from './factor-panel.tsx';

/** The own authenticator apps. A new one gets its secret in a dialog, and counts with its first code. */
export function AuthenticatorPanel({ userId, factors, onCodes }: OwnFactorsProps) {
  const { busy, error, run } = useRun();
  const [secret, setSecret] = useState<AuthenticatorSecret | null>(null);
  const shown = useLast(secret);
  const close = (): void => setSecret(null);
  const confirm = async (code: string): Promise<void> => {
    const codes = (await confirmAuthenticator({ userId, code }))['recovery-codes'];
    close();
    if (codes) onCodes(codes);
  };
  const start = (): void => void run(async () => setSecret(await startAuthenticator({ userId })));
  return (
    <FactorPanel
      userId={userId}
      all={factors}
      kind="authenticator"
      heading={factorsText.authenticator}
      about={factorsText.authenticatorAbout}
      none={factorsText.noAuthenticator}
      action={
        <>
          <ErrorAlert error={error} />
          <Button mt="md" onClick={start} aria-busy={busy}>
            {factorsText.addAuthenticator}
          </Button>
          <FormModal opened={secret !== null} onClose={close} title={factorsText.addAuthenticator}>
            {(cancel) => shown && <AuthenticatorSetup given={shown} onConfirm={confirm} cancel={cancel} />}
          </FormModal>
        </>
      }
    />
  );
}
