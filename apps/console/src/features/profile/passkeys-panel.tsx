import { Button, Text } from '@mantine/core';
import { addPasskey } from '#factors/factors.data.ts';
import { supportsPasskeys } from '#factors/passkeys.ts';
import { factorsText } from '#text/factors.ts';
import { ErrorAlert } from '#ui/feedback/error-alert.tsx';
import { useRun } from '#ui/feedback/use-run.ts';
import { FactorPanel, type OwnFactorsProps } from './factor-panel.tsx';

/** The own passkeys. A new one is made by this browser and named after it. */
export function PasskeysPanel({ userId, factors, onCodes }: OwnFactorsProps) {
  const { busy, error, run } = useRun();
  const add = async (): Promise<void> => {
    const codes = (await addPasskey({ userId }))['recovery-codes'];
    if (codes) onCodes(codes);
  };
  return (
    <FactorPanel
      userId={userId}
      all={factors}
      kind="passkey"
      heading={factorsText.passkeys}
      about={factorsText.passkeysAbout}
      none={factorsText.noPasskeys}
      action={
        <>
          <ErrorAlert error={error} />
          {supportsPasskeys() ? (
            <Button mt="md" onClick={() => void run(add)} aria-busy={busy}>
              {busy ? factorsText.waitingForPasskey : factorsText.addPasskey}
            </Button>
          ) : (
            <Text mt="md">{factorsText.noPasskeySupport}</Text>
          )}
        </>
      }
    />
  );
}
