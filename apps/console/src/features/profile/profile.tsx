import { Anchor, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { useOwnIds } from '#api/selected-account.ts';
import { signOut } from '#api/sign-out.ts';
import { useAuthInfo } from '#api/use-session.ts';
import { fullName, userQuery } from '#api/users.ts';
import { homePath } from '#features/welcome/welcome.paths.ts';
import { Sessions } from '#sessions/sessions.tsx';
import { authText } from '#text/auth.ts';
import { sessionsText } from '#text/sessions.ts';
import { shellText } from '#text/shell.ts';
import { DetailPage } from '#ui/layout/detail-page.tsx';
import { PageHeader } from '#ui/layout/page.tsx';
import { Panel } from '#ui/layout/panel.tsx';
import { Split } from '#ui/layout/split.tsx';
import { UserForm } from '#user-form/user-form.tsx';

const home = { to: homePath, label: shellText.home };

/** The own profile. Only admins may change it, and have to sign in again then. */
export default function Profile() {
  const { userId } = useOwnIds();
  const { admin } = useAuthInfo();
  const query = useQuery(userQuery(userId));
  return (
    <DetailPage query={query} item="user" title={shellText.profile} back={home}>
      {(of) => (
        <>
          <PageHeader title={shellText.profile} under={fullName(of.item)} />
          <Split side={<OwnSessions />}>
            <Panel>
              <UserForm
                of={of}
                readOnly={!admin}
                note={admin && authText.profileNote}
                submitLabel={authText.updateAndLogOut}
                onSaved={signOut}
              />
            </Panel>
          </Split>
        </>
      )}
    </DetailPage>
  );
}

/** The own sessions. On the read-only profile of an ordinary user a link shows them. */
function OwnSessions() {
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
