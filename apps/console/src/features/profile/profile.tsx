import { useQuery } from '@tanstack/react-query';
import { useOwnIds } from '#api/selected-account.ts';
import { signOut } from '#api/sign-out.ts';
import { useAuthInfo } from '#api/use-session.ts';
import { fullName, userQuery } from '#api/users.ts';
import { homePath } from '#features/welcome/welcome.paths.ts';
import { authText } from '#text/auth.ts';
import { shellText } from '#text/shell.ts';
import { DetailPage } from '#ui/layout/detail-page.tsx';
import { PageHeader } from '#ui/layout/page.tsx';
import { Panel } from '#ui/layout/panel.tsx';
import { Split } from '#ui/layout/split.tsx';
import { UserForm } from '#user-form/user-form.tsx';
import { OwnSessions } from './own-sessions.tsx';

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
