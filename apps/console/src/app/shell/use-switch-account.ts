import { useLocation, useSearchParams } from 'react-router';
import { writeList } from '#lists/engine/list-state.ts';
import { withoutFilter } from '#lists/table/list-filter.tsx';
import { isAboutAccount, useScreen } from '#screens/screen.ts';
import { accountInAddress, selectAccount, useOwnIds } from '#session/selected-account.ts';

/**
 * Returns the function that shows another account, as a new entry of the history unless it replaces the current one. A
 * list restarts at its first page, without filter or search.
 */
export function useSwitchAccount(): (accountId: string, options?: { replace: boolean }) => void {
  const screen = useScreen();
  const { state } = useLocation();
  const [, setParams] = useSearchParams();
  const own = useOwnIds().accountId;
  return (accountId, { replace } = { replace: false }) => {
    if (screen && isAboutAccount(screen)) {
      const inAccount = (params: URLSearchParams): URLSearchParams => {
        const next = screen.label ? writeList(withoutFilter(params), { search: '' }, '') : new URLSearchParams(params);
        next.set(accountInAddress, accountId);
        return next;
      };
      // Without the location's state, so that the link back of a record does not lead to a page of the other list.
      setParams(inAccount, { replace, preventScrollReset: true });
    } else {
      selectAccount(accountId === own ? null : accountId);
      // Renders the links of the screen again, some of which name the account.
      setParams((params) => params, { replace: true, preventScrollReset: true, state });
    }
  };
}
