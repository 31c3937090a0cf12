import { resourceIdOf } from '@keyhold/contract';
import { useScopeOf } from '#api/selected-account.ts';
import type { UserWithNames } from '#api/users.ts';
import { Activity } from '#panels/activity.tsx';
import { Sessions } from '#panels/sessions.tsx';
import { UserForm } from '#panels/user-form.tsx';
import { WhyLicense } from '#panels/why-license.tsx';
import { listText } from '#text/lists.ts';
import { sessionsText } from '#text/sessions.ts';
import { usersText } from '#text/users.ts';
import { Disclosure } from '#ui/disclosure.tsx';
import { Facts } from '#ui/facts.tsx';
import { Panel } from '#ui/panel.tsx';
import { RelativeDate } from '#ui/relative-date.tsx';
import { Split } from '#ui/split.tsx';
import { UserStatus } from './user-status.tsx';

/** What is known about a user, and the form that changes it. */
export function UserDetails({ user, etag }: { user: UserWithNames; etag: string | null }) {
  return (
    <>
      <Split
        side={
          <Panel>
            <Facts
              facts={[
                { label: usersText.lastLogin, value: <RelativeDate value={user['last-login']} /> },
                { label: usersText.lastPasswordChange, value: <RelativeDate value={user['last-password-change']} /> },
                { label: listText.createdOn, value: <RelativeDate value={user['created-on']} /> },
                { label: listText.updatedOn, value: <RelativeDate value={user['updated-on']} /> },
              ]}
            />
            <UserStatus user={user} etag={etag} />
          </Panel>
        }
      >
        <Panel>
          <UserForm user={user} etag={etag} />
        </Panel>
      </Split>
      <WhyLicense user={user.rn} name={user['first-name']} scope={useScopeOf(user.rn)} />
      <Disclosure title={sessionsText.title}>
        <p className="kh-muted kh-sessions-hint">{sessionsText.hint}</p>
        <Sessions userId={resourceIdOf(user.rn)} />
      </Disclosure>
      <Activity rn={user.rn} />
    </>
  );
}
