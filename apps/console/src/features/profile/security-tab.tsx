import { Box, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { factorsQuery } from '#api/factors.ts';
import { useOwnIds } from '#api/selected-account.ts';
import { RecoveryCodes } from '#factors/recovery-codes.tsx';
import { Sessions } from '#sessions/sessions.tsx';
import { factorsText } from '#text/factors.ts';
import { listText } from '#text/lists.ts';
import { sessionsText } from '#text/sessions.ts';
import { useOneTimeDialog } from '#ui/dialog/one-time-dialog.tsx';
import { ErrorAlert } from '#ui/feedback/error-alert.tsx';
import { Panel } from '#ui/layout/panel.tsx';
import { AuthenticatorPanel } from './authenticator-panel.tsx';
import { CodesPanel } from './codes-panel.tsx';
import { PasskeysPanel } from './passkeys-panel.tsx';

/** What a person signs in with beside the password, and where they are signed in. */
export function SecurityTab() {
  const { userId } = useOwnIds();
  const { data: factors, error, refetch } = useQuery(factorsQuery(userId));
  const show = useOneTimeDialog();
  const onCodes = (codes: readonly string[]): void =>
    show({
      title: factorsText.codesTitle,
      size: 'md',
      content: (close) => <RecoveryCodes codes={codes} onDone={close} doneLabel={factorsText.codesKept} />,
    });
  if (error && !factors) return <ErrorAlert error={error} onRetry={() => void refetch()} />;
  if (!factors) {
    return (
      <Stack role="status" aria-label={listText.loading}>
        <Skeleton height={140} radius="md" />
        <Skeleton height={140} radius="md" />
        <Skeleton height={110} radius="md" />
      </Stack>
    );
  }
  const props = { userId, factors, onCodes };
  return (
    <Box maw={820}>
      <PasskeysPanel {...props} />
      <AuthenticatorPanel {...props} />
      <CodesPanel {...props} />
      <Panel heading={sessionsText.title}>
        <Text c="dimmed" maw="72ch">
          {sessionsText.ownHint}
        </Text>
        <Sessions userId={userId} />
      </Panel>
    </Box>
  );
}
