import { resourceIdOf, resources } from '@keyhold/contract';
import { useQuery } from '@tanstack/react-query';
import { Activity } from '#activity/activity.tsx';
import type { Version } from '#api/change.ts';
import { usePermission } from '#api/use-permission.ts';
import { useAuthInfo } from '#api/use-session.ts';
import { fullName, type UserWithNames, updateUser } from '#api/users.ts';
import { ConfirmButton } from '#confirmation/confirm-button.tsx';
import { WhyLicense } from '#explanation/explanation.tsx';
import { FactorItem } from '#factors/factor-item.tsx';
import { factorsQuery, resetFactors } from '#factors/factors.data.ts';
import { RecordTexts } from '#record-form/record-form.tsx';
import { Sessions } from '#sessions/sessions.tsx';
import { directoryText } from '#text/directory.ts';
import { factorsText } from '#text/factors.ts';
import { sessionsText } from '#text/sessions.ts';
import { userStatusText, usersText } from '#text/users.ts';
import { RelativeDate } from '#ui/date/relative-date.tsx';
import { NotLoaded } from '#ui/feedback/not-loaded.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { Disclosure } from '#ui/layout/disclosure.tsx';
import { Entries } from '#ui/layout/entries.tsx';
import { Facts, recordDates } from '#ui/layout/facts.tsx';
import { SplitPanels } from '#ui/layout/split.tsx';
import looks from '#ui/theme/looks.module.css';
import { currentUser, setUserStatus } from './users.data.ts';

export function UserDetails({ of }: { of: Version<UserWithNames> }) {
  const user = of.item;
  return (
    <>
      <SplitPanels
        side={
          <>
            <Facts
              facts={[
                { label: usersText.lastLogin, value: <RelativeDate value={user['last-login']} /> },
                { label: usersText.lastPasswordChange, value: <RelativeDate value={user['last-password-change']} /> },
                ...recordDates(user),
              ]}
            />
            {!user.managed && <UserStatus of={of} />}
          </>
        }
      >
        {user.managed && (
          <Notice tone="gray" mb="md">
            {directoryText.managedUser}
          </Notice>
        )}
        <RecordTexts of={of} resource={resources.user} save={updateUser} readOnly={user.managed ?? false} />
      </SplitPanels>
      <WhyLicense user={user} />
      <Disclosure title={sessionsText.title}>
        <p className={looks.muted}>{sessionsText.hint}</p>
        <Sessions userId={resourceIdOf(user.rn)} />
      </Disclosure>
      <Disclosure title={factorsText.othersTitle}>
        <UserFactors user={user} />
      </Disclosure>
      <Activity rn={user.rn} />
    </>
  );
}

/** Deactivates or reactivates a user. Users cannot do this to themselves. */
function UserStatus({ of }: { of: Version<UserWithNames> }) {
  const own = useAuthInfo().user.rn === of.item.rn;
  const may = usePermission('iam:UpdateUserStatus');
  if (own || !may) return null;
  const inactive = of.item.status === 'Inactive';
  return (
    <ConfirmButton
      words={inactive ? userStatusText.activate : userStatusText.deactivate}
      danger={!inactive}
      change={{ ...of, intent: { status: inactive ? 'Active' : 'Inactive' } }}
      send={setUserStatus}
      current={() => currentUser(of.item)}
    />
  );
}

/** The factors of a user besides the password. All of them can be removed for a user who lost them. */
function UserFactors({ user }: { user: UserWithNames }) {
  const userId = resourceIdOf(user.rn);
  const { data, error, refetch } = useQuery(factorsQuery(userId));
  const own = useAuthInfo().user.rn === user.rn;
  const may = usePermission('iam:ResetFactors') && !own;
  if (!data) return <NotLoaded error={error} refetch={refetch} height={56} />;
  if (data.length === 0) return <p className={looks.muted}>{factorsText.othersNone}</p>;
  return (
    <>
      <p className={looks.muted}>{factorsText.othersAbout}</p>
      <Entries>
        {data.map((factor) => (
          <FactorItem key={factor.id} factor={factor} />
        ))}
      </Entries>
      {may && (
        <ConfirmButton
          mt="md"
          words={{
            title: factorsText.reset,
            body: factorsText.resetBody({ name: fullName(user) || user.email }),
            confirm: factorsText.reset,
          }}
          danger
          send={() => resetFactors({ id: userId })}
        />
      )}
    </>
  );
}
