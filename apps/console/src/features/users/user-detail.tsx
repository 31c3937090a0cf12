import type { Version } from '#api/change.ts';
import { useStrategy } from '#api/licenses.ts';
import { screenLoader, useScreenQuery } from '#api/screen-loader.ts';
import { useScopeOf } from '#api/selected-account.ts';
import { fullName, type UserWithNames, userQuery } from '#api/users.ts';
import { directoryText } from '#text/directory.ts';
import { usersText } from '#text/users.ts';
import { Badge, StatusBadge } from '#ui/feedback/status-badge.tsx';
import { DetailPage } from '#ui/layout/detail-page.tsx';
import { PageHeader } from '#ui/layout/page.tsx';
import { ScreenTabs } from '#ui/layout/tabs.tsx';
import { useRequiredParam } from '#ui/layout/use-required-param.ts';
import { UserDetails } from './user-details.tsx';
import { UserMembership } from './user-membership.tsx';
import { UserResend } from './user-resend.tsx';
import { usersPath } from './users.paths.ts';

export const loader = screenLoader((_, id) => userQuery(id));

const back = { to: usersPath, label: usersText.back };

/** The screen of a user, whose tabs depend on the account's strategy and on whether they have activated. */
export default function UserDetail() {
  const id = useRequiredParam('id');
  const query = useScreenQuery(userQuery(id));
  return (
    <DetailPage key={id} query={query} item="user" title={usersText.title} back={back}>
      {(of) => <LoadedUser of={of} />}
    </DetailPage>
  );
}

function LoadedUser({ of }: { of: Version<UserWithNames> }) {
  const user = of.item;
  const scope = useScopeOf(user.rn);
  const shared = useStrategy(scope) === 'Shared';
  const tabs = [
    { id: 'details', label: usersText.details, content: <UserDetails of={of} /> },
    { id: 'roles', label: usersText.roles, content: <UserMembership of={of} kind="roles" scope={scope} /> },
    ...(shared
      ? [{ id: 'tags', label: usersText.tags, content: <UserMembership of={of} kind="tags" scope={scope} /> }]
      : []),
    ...(user.status === 'Pending'
      ? [{ id: 'resend', label: usersText.resendTab, content: <UserResend user={user} /> }]
      : []),
  ];
  return (
    <>
      <PageHeader
        title={fullName(user) || user.email}
        aside={
          <>
            <StatusBadge status={user.status} />
            {user.managed && <Badge tone="gray">{directoryText.managed}</Badge>}
          </>
        }
        under={user.email}
        back={back}
      />
      <ScreenTabs label={usersText.title} tabs={tabs} />
    </>
  );
}
