import { type Account, calls, resourceIdOf } from '@keyhold/contract';
import { useQuery } from '@tanstack/react-query';
import { accountsQuery } from '#api/accounts.ts';
import { client } from '#api/client.ts';
import { Activity } from '#panels/activity.tsx';
import { RecordForm } from '#panels/record-form.tsx';
import { accountsText } from '#text/accounts.ts';
import { listText } from '#text/lists.ts';
import { Facts } from '#ui/facts.tsx';
import { NameFields, type NameValues } from '#ui/name-fields.tsx';
import { Panel } from '#ui/panel.tsx';
import { RelativeDate } from '#ui/relative-date.tsx';
import { Split } from '#ui/split.tsx';
import { StatusBadge } from '#ui/status-badge.tsx';
import { checkAccount } from './account-names.ts';
import { AccountStatus } from './account-status.tsx';

/** Name and description of an account, and what can only be read. */
export function AccountDetails({ account, etag }: { account: Account; etag: string | null }) {
  const { data: accounts } = useQuery(accountsQuery());
  const save = (body: NameValues, headers: Record<string, string>) =>
    client.send(calls.updateAccount, { params: { id: resourceIdOf(account.rn) }, body, headers });
  return (
    <>
      <Split
        side={
          <Panel>
            <Facts
              facts={[
                { label: listText.status, value: <StatusBadge status={account.status} /> },
                { label: listText.createdOn, value: <RelativeDate value={account['created-on']} /> },
                { label: listText.updatedOn, value: <RelativeDate value={account['updated-on']} /> },
              ]}
            />
            <AccountStatus account={account} etag={etag} />
          </Panel>
        }
      >
        <Panel>
          <RecordForm
            record={account}
            etag={etag}
            values={{ name: account.name, description: account.description }}
            check={checkAccount(accounts?.items ?? [], account.rn)}
            save={save}
            saved={accountsText.updated}
          >
            {(form) => <NameFields form={form} />}
          </RecordForm>
        </Panel>
      </Split>
      <Activity rn={account.rn} />
    </>
  );
}
