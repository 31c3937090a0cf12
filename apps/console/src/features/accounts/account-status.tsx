import { type Account, resourceIdOf } from '@keyhold/contract';
import type { Version } from '#api/change.ts';
import { useConfig } from '#api/config.ts';
import { useMay } from '#api/use-may.ts';
import { StatusSwitch } from '#confirmation/status-switch.tsx';
import { accountStatusText } from '#text/accounts.ts';
import { currentAccount, setAccountStatus } from './accounts.data.ts';

/** Keeps the people of an account from signing in and using licenses, or lets them again. */
export function AccountStatus({ of }: { of: Version<Account> }) {
  const provider = useConfig()['provider-account-id'] === resourceIdOf(of.item.rn);
  const may = useMay('adm:UpdateAccountStatus');
  if (provider || !may) return null;
  const active = of.item.status === 'Active';
  return (
    <StatusSwitch
      of={of}
      words={active ? accountStatusText.deactivate : accountStatusText.activate}
      to={active ? 'Inactive' : 'Active'}
      danger={active}
      send={setAccountStatus}
      current={() => currentAccount(of.item)}
    />
  );
}
