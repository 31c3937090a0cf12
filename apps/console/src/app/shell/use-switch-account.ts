import { useSearchParams } from 'react-router';
import { selectAccount } from '#api/selected-account.ts';
import { useScreen } from '#routing/screen.ts';
import { withoutSearch } from '#ui/table/list-state.ts';

/** Selects the account to look at; null is the own one. A list of it begins with the first page of everything. */
export function useSwitchAccount(): (accountId: string | null) => void {
  const screen = useScreen();
  const [, setParams] = useSearchParams();
  return (accountId) => {
    selectAccount(accountId);
    if (!screen?.listsAccount) return;
    setParams(withoutSearch, { replace: true, preventScrollReset: true });
  };
}
