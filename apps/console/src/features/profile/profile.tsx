import { resources } from '@keyhold/contract';
import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import type { Version } from '#api/change.ts';
import { useOwnIds } from '#api/selected-account.ts';
import { signOut } from '#api/sign-out.ts';
import { useAuthInfo } from '#api/use-session.ts';
import { fullName, type UserWithNames, updateUser, userQuery } from '#api/users.ts';
import { homePath } from '#features/welcome/welcome.paths.ts';
import { RecordTexts } from '#record-form/record-form.tsx';
import { authText } from '#text/auth.ts';
import { factorsText } from '#text/factors.ts';
import { sessionsText } from '#text/sessions.ts';
import { shellText } from '#text/shell.ts';
import { usersText } from '#text/users.ts';
import { DetailPage } from '#ui/layout/detail-page.tsx';
import { PageHeader } from '#ui/layout/page.tsx';
import { Panel } from '#ui/layout/panel.tsx';
import { Split } from '#ui/layout/split.tsx';
import { ScreenTabs } from '#ui/layout/tabs.tsx';
import { OwnSessions, SecurityTab } from './security-tab.tsx';

const home = { to: homePath, label: shellText.home };

/** The user's own profile and its security. */
export default function Profile() {
  const { userId } = useOwnIds();
  const query = useQuery(userQuery(userId));
  return (
    <DetailPage query={query} item="user" title={shellText.profile} back={home}>
      {(of) => (
        <>
          <PageHeader title={shellText.profile} under={fullName(of.item)} />
          <ScreenTabs
            label={shellText.profile}
            tabs={[
              { id: 'details', label: usersText.details, content: <OwnDetails of={of} /> },
              { id: 'security', label: factorsText.title, content: <SecurityTab /> },
            ]}
          />
        </>
      )}
    </DetailPage>
  );
}

/** The user's own details. Only admins may change them, and must then sign in again. */
function OwnDetails({ of }: { of: Version<UserWithNames> }) {
  const { admin } = useAuthInfo();
  return (
    <Split side={<SessionsBeside />}>
      <Panel>
        <RecordTexts
          of={of}
          resource={resources.user}
          save={updateUser}
          readOnly={!admin}
          note={admin && authText.profileNote}
          submitLabel={authText.updateAndLogOut}
          onSaved={signOut}
        />
      </Panel>
    </Split>
  );
}

/** The user's own sessions. On the read-only profile of an ordinary user, a link shows them. */
function SessionsBeside() {
  const { admin } = useAuthInfo();
  const [params] = useSearchParams();
  if (admin || params.has('sessions')) return <OwnSessions />;
  return (
    <Anchor component={Link} to="?sessions" replace>
      {sessionsText.show}
    </Anchor>
  );
}
