import { calls, resourceIdOf, userFieldsSchema } from '@keyhold/contract';
import { useQuery } from '@tanstack/react-query';
import { client } from '#api/client.ts';
import { refresh } from '#api/query-client.ts';
import { useOwnIds } from '#api/selected-account.ts';
import { signOut } from '#api/sign-out.ts';
import { useAuthInfo } from '#api/use-session.ts';
import { fullName, type UserWithNames, userQuery } from '#api/users.ts';
import { RecentChanges } from '#panels/recent-changes.tsx';
import { Sessions } from '#panels/sessions.tsx';
import { paths } from '#paths';
import { UserFields, type UserValues } from '#pickers/user-fields.tsx';
import { authText } from '#text/auth.ts';
import { formText } from '#text/lists.ts';
import { sessionsText } from '#text/sessions.ts';
import { shellText } from '#text/shell.ts';
import { usersText } from '#text/users.ts';
import { DetailPending } from '#ui/detail-page.tsx';
import { Form } from '#ui/form.tsx';
import { PageHeader } from '#ui/page.tsx';
import { Panel } from '#ui/panel.tsx';
import { useRecordForm } from '#ui/record-form.tsx';
import { toastSuccess } from '#ui/toast.tsx';

/** The own profile. Only admins may change it, and have to sign in again then. */
export default function Profile() {
  const { userId } = useOwnIds();
  const { data, error, refetch } = useQuery(userQuery(userId));
  if (!data) {
    const home = { to: paths.home, label: shellText.home };
    return <DetailPending title={shellText.profile} back={home} error={error} onRetry={() => void refetch()} />;
  }
  return (
    <>
      <PageHeader title={shellText.profile} under={fullName(data.item)} />
      <Panel>
        <ProfileForm user={data.item} etag={data.etag} />
      </Panel>
      <Panel heading={sessionsText.title}>
        <p className="kh-muted kh-sessions-hint">{sessionsText.ownHint}</p>
        <Sessions userId={userId} />
      </Panel>
    </>
  );
}

function ProfileForm({ user, etag }: { user: UserWithNames; etag: string | null }) {
  const { admin } = useAuthInfo();
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
    toastSuccess(usersText.updated);
    signOut();
  };
  return (
    <Form
      form={form}
      onSubmit={update}
      submitLabel={authText.updateAndLogOut}
      busyLabel={formText.updating}
      note={admin && (conflict ?? authText.profileNote)}
      onStale={onStale}
      hideBar={!admin}
    >
      <UserFields form={form} readOnly={!admin} />
    </Form>
  );
}
