import type { Account } from '@keyhold/contract';
import { accountQuery } from '#api/accounts.ts';
import type { Version } from '#api/change.ts';
import { screenLoader } from '#api/screen-loader.ts';
import { RecordPage } from '#routing/record-page.tsx';
import { accountsText } from '#text/accounts.ts';
import { Badge } from '#ui/feedback/status-badge.tsx';
import { PageHeader } from '#ui/layout/page.tsx';
import { ScreenTabs } from '#ui/layout/tabs.tsx';
import { AccountDetails } from './account-details.tsx';
import { AccountOwner } from './account-owner.tsx';
import { accountsPath } from './accounts.paths.ts';

export const loader = screenLoader((_, id) => accountQuery(id));

const back = { to: accountsPath, label: accountsText.back };

/** The screen of an account: its details, and who owns it. */
export default function AccountDetail() {
  return (
    <RecordPage query={accountQuery} item="account" title={accountsText.title} back={back} content={LoadedAccount} />
  );
}

function LoadedAccount({ of }: { of: Version<Account> }) {
  const account = of.item;
  return (
    <>
      <PageHeader
        title={account.name}
        aside={account.owner === null && <Badge tone="red">{accountsText.noOwner}</Badge>}
        back={back}
      />
      <ScreenTabs
        label={accountsText.title}
        tabs={[
          { id: 'details', label: accountsText.details, content: <AccountDetails of={of} /> },
          { id: 'owner', label: accountsText.owner, content: <AccountOwner of={of} /> },
        ]}
      />
    </>
  );
}
