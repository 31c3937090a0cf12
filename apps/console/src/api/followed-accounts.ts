import { useEffect, useSyncExternalStore } from 'react';
import { useSelectedAccount } from './selected-account.ts';

const mostAccounts = 10;

/** Ids of accounts on the screen beside the selected one, separated by commas. */
let others = '';
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function setOthers(accounts: string): void {
  others = accounts;
  for (const listener of listeners) listener();
}

/** The accounts whose changes the page's one stream follows, separated by commas. */
export function useFollowedAccounts(): string {
  const { accountId } = useSelectedAccount();
  const also = useSyncExternalStore(subscribe, () => others);
  return [...new Set([accountId, ...also.split(',').filter(Boolean)])].slice(0, mostAccounts).join(',');
}

/** Adds accounts to the page's stream while the component is mounted. */
export function useFollowAccounts(accountIds: readonly string[]): void {
  // Sorted, so that another order of the same accounts does not reopen the stream.
  const accounts = accountIds.toSorted().join(',');
  useEffect(() => {
    setOthers(accounts);
    return () => setOthers('');
  }, [accounts]);
}
