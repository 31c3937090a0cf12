import { useEffect, useSyncExternalStore } from 'react';
import { useSelectedAccount } from './selected-account.ts';

/** Most accounts that one stream follows. */
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

/** Has the page's stream follow other accounts too, as long as the component is mounted. */
export function useFollowAccounts(accountIds: readonly string[]): void {
  // In one order, so that the stream goes on where only the order of the accounts changes.
  const accounts = accountIds.toSorted().join(',');
  useEffect(() => {
    setOthers(accounts);
    return () => setOthers('');
  }, [accounts]);
}
