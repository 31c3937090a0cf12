import { Box, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { factorsQuery } from '#api/factors.ts';
import { useOwnIds } from '#api/selected-account.ts';
import { Sessions } from '#sessions/sessions.tsx';
import { listText } from '#text/lists.ts';
import { sessionsText } from '#text/sessions.ts';
import { ErrorAlert } from '#ui/feedback/error-alert.tsx';
import { Panel } from '#ui/layout/panel.tsx';
import { AuthenticatorPanel } from './authenticator-panel.tsx';
import { CodesDialog } from './codes-dialog.tsx';
import { CodesPanel } from './codes-panel.tsx';
import { PasskeysPanel } from './passkeys-panel.tsx';

/** What a person signs in with beside the password, and where they are signed in. */
export function SecurityTab() {
  const { userId } = useOwnIds();
  const { data: factors, error, refetch } = useQuery(factorsQuery(userId));
  const [codes, setCodes] = useState<readonly string[] | null>(null);
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
  const props = { userId, factors, onCodes: setCodes };
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
      <CodesDialog codes={codes} onClose={() => setCodes(null)} />
    </Box>
  );
}
