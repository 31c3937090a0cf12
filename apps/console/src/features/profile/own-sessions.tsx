import { Anchor, Text } from '@mantine/core';
import { Link, useSearchParams } from 'react-router';
import { useOwnIds } from '#api/selected-account.ts';
import { useAuthInfo } from '#api/use-session.ts';
import { Sessions } from '#sessions/sessions.tsx';
import { sessionsText } from '#text/sessions.ts';
import { Panel } from '#ui/layout/panel.tsx';

/** Where one is signed in. An ordinary user's profile is only read: a link leads on to the sessions and their buttons. */
export function OwnSessions() {
  const { userId } = useOwnIds();
  const { admin } = useAuthInfo();
  const [params] = useSearchParams();
  if (!admin && !params.has('sessions')) {
    return (
      <Anchor component={Link} to="?sessions" replace>
        {sessionsText.show}
      </Anchor>
    );
  }
  return (
    <Panel heading={sessionsText.title}>
      <Text c="dimmed" fz="xs" mb={4}>
        {sessionsText.ownHint}
      </Text>
      <Sessions userId={userId} />
    </Panel>
  );
}
