import { Box, Button, Text } from '@mantine/core';
import { browserSupportsWebAuthn } from '@simplewebauthn/browser';
import { useQuery } from '@tanstack/react-query';
import { factorsText, sessionsText } from '#i18n/text/factors.ts';
import { type AuthenticatorSecret, AuthenticatorSetup } from '#parts/identity/factors/authenticator-setup.tsx';
import {
  addPasskey,
  confirmAuthenticator,
  factorsQuery,
  renewRecoveryCodes,
  startAuthenticator,
} from '#parts/identity/factors/factors.data.ts';
import { RecoveryCodes } from '#parts/identity/factors/recovery-codes.tsx';
import { Sessions } from '#parts/identity/sessions/sessions.tsx';
import { useConfirmation } from '#records/confirmation/use-confirmation.tsx';
import { useOwnIds } from '#session/selected-account.ts';
import { useOneTimeDialog } from '#ui/dialog/one-time-dialog.tsx';
import { useFormDialog } from '#ui/dialog/use-form-dialog.tsx';
import { ErrorAlert } from '#ui/feedback/error-alert.tsx';
import { useRun } from '#ui/feedback/use-run.ts';
import { Panel } from '#ui/layout/panel.tsx';
import { NotLoaded } from '#ui/loading/not-loaded.tsx';
import { FactorPanel, type FactorPanelProps, useFactorActions } from './factor-panel.tsx';

/** The user's own factors besides the password, and their sessions. */
export function SecurityTab() {
  const { userId } = useOwnIds();
  const { data: factors, error, refetch } = useQuery(factorsQuery(userId));
  const { actions, dialog } = useFactorActions(userId, factors ?? []);
  const show = useOneTimeDialog();
  const onCodes = (codes: readonly string[] | undefined): void => {
    if (!codes) return;
    show({
      title: factorsText.codesTitle,
      size: 'md',
      content: (close) => <RecoveryCodes codes={codes} onDone={close} doneLabel={factorsText.codesKept} />,
    });
  };
  if (!factors) return <NotLoaded error={error} refetch={refetch} height={420} />;
  const props = { userId, factors, actions, onCodes };
  return (
    <Box maw={820}>
      <PasskeysPanel {...props} />
      <AuthenticatorPanel {...props} />
      <CodesPanel {...props} />
      <OwnSessions />
      {dialog}
    </Box>
  );
}

/** The user's own sessions. */
export function OwnSessions() {
  const { userId } = useOwnIds();
  return (
    <Panel heading={sessionsText.title}>
      <Text c="dimmed" maw="72ch">
        {sessionsText.ownHint}
      </Text>
      <Sessions userId={userId} />
    </Panel>
  );
}

/** The props that every panel of factors shares. */
interface OwnFactorsProps extends Omit<FactorPanelProps, 'kind' | 'children'> {
  userId: string;
  /** Shows newly created recovery codes, if there are any. */
  onCodes: (codes: readonly string[] | undefined) => void;
}

/** The user's own passkeys. A new one is created by this browser and named after it. */
function PasskeysPanel({ userId, onCodes, ...props }: OwnFactorsProps) {
  const { busy, error, run } = useRun();
  const add = async (): Promise<void> => onCodes((await addPasskey({ userId }))['recovery-codes']);
  return (
    <FactorPanel kind="passkey" {...props}>
      <ErrorAlert error={error} />
      {browserSupportsWebAuthn() ? (
        <Button mt="md" onClick={() => void run(add)} aria-busy={busy}>
          {busy ? factorsText.waitingForPasskey : factorsText.addPasskey}
        </Button>
      ) : (
        <Text mt="md">{factorsText.noPasskeySupport}</Text>
      )}
    </FactorPanel>
  );
}

/** The user's own authenticator apps. A new one gets its secret in a dialog, and is valid after its first code. */
function AuthenticatorPanel({ userId, onCodes, ...props }: OwnFactorsProps) {
  const { busy, error, run } = useRun();
  const confirm = async (code: string): Promise<void> =>
    onCodes((await confirmAuthenticator({ userId, code }))['recovery-codes']);
  const { open, dialog } = useFormDialog(factorsText.addAuthenticator, (secret: AuthenticatorSecret) => (
    <AuthenticatorSetup given={secret} onConfirm={confirm} />
  ));
  const start = (): void => void run(async () => open(await startAuthenticator({ id: userId })));
  return (
    <FactorPanel kind="authenticator" {...props}>
      <ErrorAlert error={error} />
      <Button mt="md" onClick={start} aria-busy={busy}>
        {factorsText.addAuthenticator}
      </Button>
      {dialog}
    </FactorPanel>
  );
}

/** The number of recovery codes left, and their renewal. */
function CodesPanel({ userId, factors, onCodes }: OwnFactorsProps) {
  const { ask, dialog } = useConfirmation();
  const renew = (): void =>
    ask({
      words: { title: factorsText.renewTitle, body: factorsText.renewBody, confirm: factorsText.renew },
      send: async () => onCodes((await renewRecoveryCodes({ id: userId }))['recovery-codes']),
    });
  return (
    <FactorPanel
      kind="recovery-codes"
      factors={factors}
      actions={() => (
        <Button size="xs" onClick={renew}>
          {factorsText.renew}
        </Button>
      )}
    >
      {dialog}
    </FactorPanel>
  );
}
