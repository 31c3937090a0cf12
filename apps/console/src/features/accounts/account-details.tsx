import { type Account, resourceIdOf, resources } from '@keyhold/contract';
import { useQuery } from '@tanstack/react-query';
import { Activity } from '#activity/activity.tsx';
import { accountsSource } from '#api/accounts.ts';
import type { Version } from '#api/change.ts';
import { useConfig } from '#api/config.ts';
import { listingQuery } from '#api/use-list.ts';
import { useMay } from '#api/use-may.ts';
import { StatusSwitch } from '#confirmation/status-switch.tsx';
import { RecordTexts } from '#record-form/record-texts.tsx';
import { accountStatusText } from '#text/accounts.ts';
import { listText } from '#text/lists.ts';
import { StatusBadge } from '#ui/feedback/status-badge.tsx';
import { Facts, recordDates } from '#ui/layout/facts.tsx';
import { Panel } from '#ui/layout/panel.tsx';
import { Split } from '#ui/layout/split.tsx';
import { checkName } from './account-names.ts';
import { currentAccount, setAccountStatus, updateAccount } from './accounts.data.ts';

/** What is written about an account, and what can only be read. */
export function AccountDetails({ of }: { of: Version<Account> }) {
  const account = of.item;
  const { data: accounts } = useQuery(listingQuery(accountsSource));
  return (
    <>
      <Split
        side={
          <Panel>
            <Facts
              facts={[
                { label: listText.status, value: <StatusBadge status={account.status} /> },
                ...recordDates(account),
              ]}
            />
            <AccountStatus of={of} />
          </Panel>
        }
      >
        <Panel>
          <RecordTexts
            of={of}
            resource={resources.account}
            check={checkName(accounts?.items ?? [], account.rn)}
            save={updateAccount}
          />
        </Panel>
      </Split>
      <Activity rn={account.rn} />
    </>
  );
}

/** Keeps the people of an account from signing in and using licenses, or lets them again. */
function AccountStatus({ of }: { of: Version<Account> }) {
  const provider = useConfig()['provider-account-id'] === resourceIdOf(of.item.rn);
  const may = useMay('adm:UpdateAccountStatus');
  if (provider || !may) return null;
  const active = of.item.status === 'Active';
  return (
    <StatusSwitch
      of={of}
      words={active ? accountStatusText.deactivate : accountStatusText.activate}
      to={{ status: active ? 'Inactive' : 'Active' }}
      danger={active}
      send={setAccountStatus}
      current={() => currentAccount(of.item)}
    />
  );
}
