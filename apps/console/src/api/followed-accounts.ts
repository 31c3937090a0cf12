import { useEffect, useSyncExternalStore } from 'react';
import { useSelectedAccount } from './selected-account.ts';

/** An account on the screen that is not the selected one; null when there is none. */
let other: string | null = null;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function setOther(accountId: string | null): void {
  other = accountId;
  for (const listener of listeners) listener();
}

/** The accounts whose changes the page's one stream follows, separated by commas. */
export function useFollowedAccounts(): string {
  const { accountId } = useSelectedAccount();
  const also = useSyncExternalStore(subscribe, () => other);
  return also === null || also === accountId ? accountId : `${accountId},${also}`;
}

/** Has the page's stream follow another account too, as long as the component is mounted. */
export function useFollowAccount(accountId: string): void {
  useEffect(() => {
    setOther(accountId);
    return () => setOther(null);
  }, [accountId]);
}
