import { useQuery } from '@tanstack/react-query';
import { useStrategy } from '#api/licenses.ts';
import { useScopeOf } from '#api/selected-account.ts';
import { fullName, type UserWithNames, userQuery } from '#api/users.ts';
import { paths } from '#paths';
import { usersText } from '#text/users.ts';
import { DetailPending } from '#ui/detail-page.tsx';
import { PageHeader } from '#ui/page.tsx';
import { StatusBadge } from '#ui/status-badge.tsx';
import { ScreenTabs } from '#ui/tabs.tsx';
import { useRequiredParam } from '#ui/use-required-param.ts';
import { UserDetails } from './user-details.tsx';
import { UserResend } from './user-resend.tsx';
import { UserRoles } from './user-roles.tsx';
import { UserTags } from './user-tags.tsx';

const back = { to: paths.users, label: usersText.back };

/** The screen of a user, whose tabs depend on the account's strategy and on whether they have activated. */
export default function UserDetail() {
  const id = useRequiredParam('id');
  const { data, error, refetch } = useQuery(userQuery(id));
  if (!data) return <DetailPending title={usersText.title} back={back} error={error} onRetry={() => void refetch()} />;
  return <LoadedUser user={data.item} etag={data.etag} />;
}

function LoadedUser({ user, etag }: { user: UserWithNames; etag: string | null }) {
  const scope = useScopeOf(user.rn);
  const shared = useStrategy(scope) === 'Shared';
  const tabs = [
    { id: 'details', label: usersText.details, content: <UserDetails user={user} etag={etag} /> },
    { id: 'roles', label: usersText.roles, content: <UserRoles user={user} scope={scope} /> },
    ...(shared ? [{ id: 'tags', label: usersText.tags, content: <UserTags user={user} scope={scope} /> }] : []),
    ...(user.status === 'Pending'
      ? [{ id: 'resend', label: usersText.resendTab, content: <UserResend user={user} /> }]
      : []),
  ];
  return (
    <>
      <PageHeader
        title={fullName(user) || user.email}
        aside={<StatusBadge status={user.status} />}
        under={user.email}
        back={back}
      />
      <ScreenTabs label={usersText.title} tabs={tabs} />
    </>
  );
}
