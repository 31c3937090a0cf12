import { Button, Text } from '@mantine/core';
import { useStrategy } from '#data/licenses.ts';
import { fullName, type UserWithNames, userQuery } from '#data/users.ts';
import { licensesText } from '#i18n/text/licensing.ts';
import { directoryText, usersText } from '#i18n/text/people.ts';
import { RolePicker, TagPicker } from '#parts/pickers/roles-and-tags.tsx';
import { RecordForm } from '#records/form/record-form.tsx';
import { RecordPage } from '#records/record-page.tsx';
import { screenLoader } from '#screens/screen-loader.ts';
import type { Version } from '#server/client/version.ts';
import { useScopeOf } from '#session/selected-account.ts';
import { usePermission } from '#session/use-permission.ts';
import { ErrorAlert } from '#ui/feedback/error-alert.tsx';
import { Badge, StatusBadge } from '#ui/feedback/status-badge.tsx';
import { useRun } from '#ui/feedback/use-run.ts';
import { PageHeader } from '#ui/layout/page.tsx';
import { SplitPanels } from '#ui/layout/split.tsx';
import { ScreenTabs } from '#ui/layout/tabs.tsx';
import { InvitationNotice, isUndelivered } from './invitation.tsx';
import { UserLicenses } from './licenses/user-licenses.tsx';
import { UserUse } from './licenses/user-use.tsx';
import { UserDetails } from './user-details.tsx';
import { type MembershipKind, membershipOf, resendLink, setUserRoles, setUserTags } from './users.data.ts';
import { usersPath } from './users.paths.ts';

export const loader = screenLoader((_, id) => userQuery(id));

/** The screen of a user. Its tabs depend on the account's strategy and on whether the user has activated. */
export default function UserDetail() {
  return <RecordPage query={userQuery} kind="user" words={usersText} listPath={usersPath} content={LoadedUser} />;
}

function LoadedUser({ of }: { of: Version<UserWithNames> }) {
  const user = of.item;
  const shared = useStrategy(useScopeOf(user.rn)) === 'Shared';
  const maySeeLicenses = usePermission('license:ListLicenses');
  const tabs = [
    { id: 'details', label: usersText.details, content: <UserDetails of={of} /> },
    { id: 'roles', label: usersText.roles, content: <UserMembership of={of} kind="roles" /> },
    ...(shared ? [{ id: 'tags', label: usersText.tags, content: <UserMembership of={of} kind="tags" /> }] : []),
    ...(user.status === 'Pending'
      ? [{ id: 'resend', label: usersText.resendTab, content: <UserResend user={user} /> }]
      : []),
    ...(maySeeLicenses
      ? [
          { id: 'licenses', label: licensesText.title, content: <UserLicenses user={user} /> },
          { id: 'use', label: usersText.use, content: <UserUse user={user} /> },
        ]
      : []),
  ];
  return (
    <>
      <PageHeader
        title={fullName(user) || user.email}
        aside={
          <>
            <StatusBadge status={user.status} />
            {isUndelivered(user) && <Badge tone="red">{usersText.notDelivered}</Badge>}
            {user.managed && <Badge tone="gray">{directoryText.managed}</Badge>}
          </>
        }
        under={user.email}
      />
      <ScreenTabs label={usersText.title} tabs={tabs} />
    </>
  );
}

/** The roles or the tags of a user, chosen from those of the account. */
function UserMembership({ of, kind }: { of: Version<UserWithNames>; kind: MembershipKind }) {
  const Picker = kind === 'roles' ? RolePicker : TagPicker;
  const scope = useScopeOf(of.item.rn);
  return (
    <SplitPanels>
      <RecordForm
        of={of}
        valuesOf={membershipOf(kind)}
        labels={{ chosen: usersText[kind] }}
        save={kind === 'roles' ? setUserRoles : setUserTags}
      >
        {(form) => <Picker scope={scope} {...form.getInputProps('chosen')} value={form.values.chosen} />}
      </RecordForm>
    </SplitPanels>
  );
}

/** Sends another activation link to a user without a password; the earlier link stops working. */
function UserResend({ user }: { user: UserWithNames }) {
  const { busy, error, run } = useRun();
  return (
    <SplitPanels>
      <ErrorAlert error={error} />
      <InvitationNotice user={user} />
      <Text maw="72ch" mb={14}>
        {usersText.resendHint({ email: user.email })}
      </Text>
      <Button variant="filled" aria-busy={busy} onClick={() => void run(() => resendLink(user))}>
        {busy ? usersText.sending : usersText.resend}
      </Button>
    </SplitPanels>
  );
}
