import type { Account } from '@keyhold/contract';
import { useQuery } from '@tanstack/react-query';
import { accountQuery } from '#api/accounts.ts';
import { paths } from '#paths';
import { accountsText } from '#text/accounts.ts';
import { DetailPending } from '#ui/detail-page.tsx';
import { PageHeader } from '#ui/page.tsx';
import { Badge } from '#ui/status-badge.tsx';
import { ScreenTabs } from '#ui/tabs.tsx';
import { useRequiredParam } from '#ui/use-required-param.ts';
import { AccountDetails } from './account-details.tsx';
import { AccountOwner } from './account-owner.tsx';

const back = { to: paths.accounts, label: accountsText.back };

/** The screen of an account: its details, and who owns it. */
export default function AccountDetail() {
  const id = useRequiredParam('id');
  const { data, error, refetch } = useQuery(accountQuery(id));
  if (!data) {
    return <DetailPending title={accountsText.title} back={back} error={error} onRetry={() => void refetch()} />;
  }
  return <LoadedAccount account={data.item} etag={data.etag} />;
}

function LoadedAccount({ account, etag }: { account: Account; etag: string | null }) {
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
          {
            id: 'details',
            label: accountsText.details,
            content: <AccountDetails account={account} etag={etag} />,
          },
          { id: 'owner', label: accountsText.owner, content: <AccountOwner account={account} etag={etag} /> },
        ]}
      />
    </>
  );
}
