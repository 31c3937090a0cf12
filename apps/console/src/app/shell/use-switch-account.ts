import { useMatches, useSearchParams } from 'react-router';
import { selectAccount } from '#api/selected-account.ts';
import type { Screen } from '#routing/screen.ts';
import { withoutFilter } from '#ui/table/list-filter.tsx';
import { writeList } from '#ui/table/list-state.ts';

/** Selects the account to look at; null is the own one. A list of it begins with the first page of everything. */
export function useSwitchAccount(): (accountId: string | null) => void {
  const handle = useMatches().at(-1)?.handle as Screen | undefined;
  const [, setParams] = useSearchParams();
  return (accountId) => {
    selectAccount(accountId);
    if (!handle?.listsAccount) return;
    const first = (params: URLSearchParams) => writeList(withoutFilter(params), { search: '' }, '');
    setParams(first, { replace: true, preventScrollReset: true });
  };
}
