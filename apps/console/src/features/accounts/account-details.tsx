import { type Account, resources, textsIn } from '@keyhold/contract';
import { useQuery } from '@tanstack/react-query';
import { Activity } from '#activity/activity.tsx';
import { accountsQuery } from '#api/accounts.ts';
import type { Version } from '#api/change.ts';
import { RecordForm } from '#record-form/record-form.tsx';
import { fieldNames } from '#text/fields.ts';
import { listText } from '#text/lists.ts';
import { RelativeDate } from '#ui/date/relative-date.tsx';
import { StatusBadge } from '#ui/feedback/status-badge.tsx';
import { TextFields } from '#ui/form/text-fields.tsx';
import { Facts } from '#ui/layout/facts.tsx';
import { Panel } from '#ui/layout/panel.tsx';
import { Split } from '#ui/layout/split.tsx';
import { checkAccount } from './account-names.ts';
import { AccountStatus } from './account-status.tsx';
import { updateAccount } from './accounts.data.ts';

const textsOf = (account: Account) => textsIn(resources.account, account);

/** What is written about an account, and what can only be read. */
export function AccountDetails({ of }: { of: Version<Account> }) {
  const account = of.item;
  const { data: accounts } = useQuery(accountsQuery());
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
            <AccountStatus of={of} />
          </Panel>
        }
      >
        <Panel>
          <RecordForm
            of={of}
            valuesOf={textsOf}
            labels={fieldNames}
            check={checkAccount(accounts?.items ?? [], account.rn)}
            save={updateAccount}
          >
            {(form) => <TextFields of={resources.account} set="update" form={form} />}
          </RecordForm>
        </Panel>
      </Split>
      <Activity rn={account.rn} />
    </>
  );
}
