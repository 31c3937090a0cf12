import { useLocation, useSearchParams } from 'react-router';
import { paths } from '#paths';
import { writeList } from '#ui/table/list-state.ts';
import { selectAccount } from './selected-account.ts';

/** Lists of the account that is viewed. Other screens show the same, whichever it is. */
const lists: readonly string[] = [
  paths.users,
  paths.roles,
  paths.tags,
  paths.webhooks,
  paths.licenses,
  paths.usage,
  paths.unassignedAddons,
];

/** Selects the account to look at; null is the own one. Its list begins with the first page of everything. */
export function useSwitchAccount(): (accountId: string | null) => void {
  const { pathname } = useLocation();
  const [, setParams] = useSearchParams();
  return (accountId) => {
    selectAccount(accountId);
    if (!lists.includes(pathname)) return;
    setParams((current) => writeList(current, { search: '' }, ''), { replace: true, preventScrollReset: true });
  };
}
