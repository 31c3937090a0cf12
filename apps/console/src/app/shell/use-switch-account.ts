import { useSearchParams } from 'react-router';
import { selectAccount } from '#api/selected-account.ts';
import { useScreen } from '#routing/screen.ts';
import { withoutFilter } from '#ui/table/list-filter.tsx';
import { writeList } from '#ui/table/list-state.ts';

/** Selects the account to look at; null is the own one. A list of it begins with the first page of everything. */
export function useSwitchAccount(): (accountId: string | null) => void {
  const screen = useScreen();
  const [, setParams] = useSearchParams();
  return (accountId) => {
    selectAccount(accountId);
    const first = (params: URLSearchParams) => writeList(withoutFilter(params), { search: '' }, '');
    const replace = { replace: true, preventScrollReset: true };
    if (screen?.listsAccount) setParams(first, replace);
    // Without its state, the address of a record forgets which page of the list led to it.
    if (screen?.showsRecord) setParams((params) => params, replace);
  };
}
