import { calls, resourceIdOf, userFieldsSchema } from '@keyhold/contract';
import { client } from '#api/client.ts';
import { refresh } from '#api/query-client.ts';
import { useScopeOf } from '#api/selected-account.ts';
import type { UserWithNames } from '#api/users.ts';
import { Activity } from '#panels/activity.tsx';
import { RecentChanges } from '#panels/recent-changes.tsx';
import { Sessions } from '#panels/sessions.tsx';
import { WhyLicense } from '#panels/why-license.tsx';
import { UserFields, type UserValues } from '#pickers/user-fields.tsx';
import { formText, listText } from '#text/lists.ts';
import { sessionsText } from '#text/sessions.ts';
import { usersText } from '#text/users.ts';
import { Disclosure } from '#ui/disclosure.tsx';
import { Facts } from '#ui/facts.tsx';
import { Form } from '#ui/form.tsx';
import { Panel } from '#ui/panel.tsx';
import { useRecordForm } from '#ui/record-form.tsx';
import { RelativeDate } from '#ui/relative-date.tsx';
import { toastSuccess } from '#ui/toast.tsx';

/** What is known about a user, and the form that changes it. */
export function UserDetails({ user, etag }: { user: UserWithNames; etag: string | null }) {
  const { form, conflict, headers, onStale } = useRecordForm<UserValues>({
    values: {
      email: user.email,
      'first-name': user['first-name'],
      'last-name': user['last-name'],
      title: user.title,
      description: user.description,
    },
    version: etag,
    updatedOn: user['updated-on'],
    changes: (since) => <RecentChanges rn={user.rn} since={since} />,
    reload: () => refresh('user'),
    schema: userFieldsSchema,
  });
  const update = async (values: UserValues): Promise<void> => {
    await client.send(calls.updateUser, { params: { id: resourceIdOf(user.rn) }, body: values, headers });
    await refresh('user');
    toastSuccess(usersText.updated);
  };
  return (
    <>
      <Panel>
        <Form
          form={form}
          onSubmit={update}
          submitLabel={formText.update}
          busyLabel={formText.updating}
          note={conflict}
          onStale={onStale}
        >
          <UserFields form={form} />
        </Form>
      </Panel>
      <Panel>
        <Facts
          facts={[
            { label: usersText.lastLogin, value: <RelativeDate value={user['last-login']} /> },
            { label: usersText.lastPasswordChange, value: <RelativeDate value={user['last-password-change']} /> },
            { label: listText.createdOn, value: <RelativeDate value={user['created-on']} /> },
            { label: listText.updatedOn, value: <RelativeDate value={user['updated-on']} /> },
          ]}
        />
      </Panel>
      <WhyLicense user={user.rn} name={user['first-name']} scope={useScopeOf(user.rn)} />
      <Disclosure title={sessionsText.title}>
        <p className="kh-muted kh-sessions-hint">{sessionsText.hint}</p>
        <Sessions userId={resourceIdOf(user.rn)} />
      </Disclosure>
      <Activity rn={user.rn} />
    </>
  );
}
