import { resources } from '@keyhold/contract';
import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { fullName, type UserWithNames, updateUser, userQuery } from '#data/users.ts';
import { homePath } from '#features/welcome/welcome.paths.ts';
import { authText, shellText } from '#i18n/text/every-page.ts';
import { factorsText, sessionsText } from '#i18n/text/factors.ts';
import { usersText } from '#i18n/text/people.ts';
import { RecordTexts } from '#records/form/record-form.tsx';
import { signOut } from '#server/client/sign-out.ts';
import type { Version } from '#server/client/version.ts';
import { useOwnIds } from '#session/selected-account.ts';
import { useAuthInfo } from '#session/use-session.ts';
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
    <DetailPage query={query} kind="user" title={shellText.profile} back={home}>
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
