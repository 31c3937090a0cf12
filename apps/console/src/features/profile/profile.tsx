import { useQuery } from '@tanstack/react-query';
import { useOwnIds } from '#api/selected-account.ts';
import { signOut } from '#api/sign-out.ts';
import { useAuthInfo } from '#api/use-session.ts';
import { fullName, userQuery } from '#api/users.ts';
import { UserForm } from '#panels/user-form.tsx';
import { paths } from '#paths';
import { authText } from '#text/auth.ts';
import { shellText } from '#text/shell.ts';
import { DetailPending } from '#ui/detail-page.tsx';
import { PageHeader } from '#ui/page.tsx';
import { Panel } from '#ui/panel.tsx';
import { Split } from '#ui/split.tsx';
import { OwnSessions } from './own-sessions.tsx';

/** The own profile. Only admins may change it, and have to sign in again then. */
export default function Profile() {
  const { userId } = useOwnIds();
  const { admin } = useAuthInfo();
  const { data, error, refetch } = useQuery(userQuery(userId));
  if (!data) {
    const home = { to: paths.home, label: shellText.home };
    return <DetailPending title={shellText.profile} back={home} error={error} onRetry={() => void refetch()} />;
  }
  return (
    <>
      <PageHeader title={shellText.profile} under={fullName(data.item)} />
      <Split side={<OwnSessions />}>
        <Panel>
          <UserForm
            user={data.item}
            etag={data.etag}
            readOnly={!admin}
            note={admin && authText.profileNote}
            submitLabel={authText.updateAndLogOut}
            onSaved={signOut}
          />
        </Panel>
      </Split>
    </>
  );
}
