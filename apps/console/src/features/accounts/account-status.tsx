import { type Account, calls, resourceIdOf } from '@keyhold/contract';
import { client } from '#api/client.ts';
import { useConfig } from '#api/config.ts';
import { useMay } from '#api/use-may.ts';
import { StatusSwitch } from '#panels/status-switch.tsx';
import { accountStatusText, accountsText } from '#text/accounts.ts';

/** Keeps the people of an account from signing in and using licenses, or lets them again. */
export function AccountStatus({ account, etag }: { account: Account; etag: string | null }) {
  const provider = useConfig()['provider-account-id'] === resourceIdOf(account.rn);
  const may = useMay('adm:UpdateAccountStatus');
  if (provider || !may) return null;
  const active = account.status === 'Active';
  return (
    <StatusSwitch
      record={account}
      etag={etag}
      words={active ? accountStatusText.deactivate : accountStatusText.activate}
      danger={active}
      change={(headers) => {
        const body = { status: active ? ('Inactive' as const) : ('Active' as const) };
        return client.send(calls.updateAccountStatus, { params: { id: resourceIdOf(account.rn) }, body, headers });
      }}
      saved={accountsText.updated}
    />
  );
}
