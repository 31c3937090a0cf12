import { resourceIdOf, resources } from '@keyhold/contract';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { fullName, type UserWithNames, updateUser } from '#data/users.ts';
import { factorsText, sessionsText } from '#i18n/text/factors.ts';
import { directoryText, userStatusText, usersText } from '#i18n/text/people.ts';
import { WhyLicense } from '#parts/explanation/explanation.tsx';
import { FactorItem } from '#parts/identity/factors/factor-item.tsx';
import { factorsQuery, resetFactors } from '#parts/identity/factors/factors.data.ts';
import { Sessions } from '#parts/identity/sessions/sessions.tsx';
import { Activity } from '#records/activity/activity.tsx';
import { ConfirmButton } from '#records/confirmation/confirm-button.tsx';
import { RecordTexts } from '#records/form/record-form.tsx';
import type { Version } from '#server/client/version.ts';
import { usePermission } from '#session/use-permission.ts';
import { useAuthInfo } from '#session/use-session.ts';
import { RelativeDate } from '#ui/date/relative-date.tsx';
import { ErrorAlert } from '#ui/feedback/error-alert.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { useRun } from '#ui/feedback/use-run.ts';
import { Disclosure } from '#ui/layout/disclosure.tsx';
import { Entries } from '#ui/layout/entries.tsx';
import { Facts, recordDates } from '#ui/layout/facts.tsx';
import { SplitPanels } from '#ui/layout/split.tsx';
import { NotLoaded } from '#ui/loading/not-loaded.tsx';
import looks from '#ui/theme/looks.module.css';
import { InvitationState } from './invitation.tsx';
import { currentUser, sendConfirmation, setUserStatus, unlinkUser } from './users.data.ts';

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
                { label: usersText.emailConfirmed, value: <EmailConfirmation user={user} /> },
                ...(user.mail === null
                  ? []
                  : [{ label: usersText.lastInvitation, value: <InvitationState mail={user.mail} /> }]),
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
      <UserIdentity user={user} />
      <Activity rn={user.rn} />
    </>
  );
}

/** When the e-mail was confirmed, or how to send the link again that confirms it. */
function EmailConfirmation({ user }: { user: UserWithNames }) {
  const { busy, error, run } = useRun();
  const may = usePermission('iam:UpdateUser');
  const confirmed = user['email-confirmed-on'];
  if (confirmed !== null) return <RelativeDate value={confirmed} />;
  return (
    <>
      {usersText.emailNotConfirmed}
      {may && user.status === 'Active' && (
        <Button
          size="xs"
          mt="xs"
          display="block"
          aria-busy={busy}
          onClick={() => void run(() => sendConfirmation(user))}
        >
          {busy ? usersText.sending : usersText.sendConfirmation}
        </Button>
      )}
      <ErrorAlert error={error} />
    </>
  );
}

/** Unlinks a user from the person at the account's provider, so that another sign-in links them again. */
function UserIdentity({ user }: { user: UserWithNames }) {
  const may = usePermission('iam:UpdateUser');
  if (!may) return null;
  return (
    <Disclosure title={usersText.singleSignOn}>
      <p className={looks.muted}>{usersText.unlinkAbout}</p>
      <ConfirmButton
        mt="md"
        words={{ title: usersText.unlinkTitle, body: usersText.unlinkBody, confirm: usersText.unlink }}
        danger
        send={() => unlinkUser(user)}
      />
    </Disclosure>
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
