import { type Account, calls, resourceIdOf } from '@keyhold/contract';
import { useQuery } from '@tanstack/react-query';
import { accountsQuery } from '#api/accounts.ts';
import { client } from '#api/client.ts';
import { refresh } from '#api/query-client.ts';
import { Activity } from '#panels/activity.tsx';
import { RecentChanges } from '#panels/recent-changes.tsx';
import { accountsText } from '#text/accounts.ts';
import { formText, listText } from '#text/lists.ts';
import { Facts } from '#ui/facts.tsx';
import { Form } from '#ui/form.tsx';
import { NameFields, type NameValues } from '#ui/name-fields.tsx';
import { Panel } from '#ui/panel.tsx';
import { useRecordForm } from '#ui/record-form.tsx';
import { RelativeDate } from '#ui/relative-date.tsx';
import { StatusBadge } from '#ui/status-badge.tsx';
import { toastSuccess } from '#ui/toast.tsx';
import { checkAccount } from './account-names.ts';

/** Name and description of an account, and what can only be read. */
export function AccountDetails({ account, etag }: { account: Account; etag: string | null }) {
  const { data: accounts } = useQuery(accountsQuery());
  const { form, conflict, headers, onStale } = useRecordForm<NameValues>({
    values: { name: account.name, description: account.description },
    version: etag,
    updatedOn: account['updated-on'],
    changes: (since) => <RecentChanges rn={account.rn} since={since} />,
    reload: () => refresh('account'),
    check: checkAccount(accounts?.items ?? [], account.rn),
  });
  const update = async (values: NameValues): Promise<void> => {
    await client.send(calls.updateAccount, { params: { id: resourceIdOf(account.rn) }, body: values, headers });
    await refresh('account');
    toastSuccess(accountsText.updated);
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
          <NameFields form={form} />
        </Form>
      </Panel>
      <Panel>
        <Facts
          facts={[
            { label: listText.status, value: <StatusBadge status={account.status} /> },
            { label: listText.createdOn, value: <RelativeDate value={account['created-on']} /> },
            { label: listText.updatedOn, value: <RelativeDate value={account['updated-on']} /> },
          ]}
        />
      </Panel>
      <Activity rn={account.rn} />
    </>
  );
}
