import { useSearchParams } from 'react-router';
import { selectAccount } from '#api/selected-account.ts';
import { useScreen } from '#routing/screen.ts';
import { withoutFilter } from '#ui/table/list-filter.tsx';
import { writeList } from '#ui/table/list-state.ts';

/**
 * Returns the function that selects an account; null selects the user's own. A list restarts at its first page, without
 * filter or search.
 */
export function useSwitchAccount(): (accountId: string | null) => void {
  const screen = useScreen();
  const [, setParams] = useSearchParams();
  return (accountId) => {
    selectAccount(accountId);
    if (!screen?.section || screen.section === 'admin') return;
    const first = (params: URLSearchParams) => writeList(withoutFilter(params), { search: '' }, '');
    // On a record, this drops the location state, so that the link back does not lead to a page of the other list.
    setParams(screen.label ? first : (params) => params, { replace: true, preventScrollReset: true });
  };
}
