import { useEffect, useSyncExternalStore } from 'react';
import { useSelectedAccount } from '#session/selected-account.ts';
import { createStore } from '#ui/store.ts';

const maxAccounts = 10;

/** Ids of accounts on the screen besides the selected one: one list for each component that added them. */
const others = createStore<readonly (readonly string[])[]>([]);

/** The ids of the accounts whose changes the page's stream follows, separated by commas. */
export function useFollowedAccounts(): string {
  const { accountId } = useSelectedAccount();
  const also = useSyncExternalStore(others.subscribe, others.get);
  return [...new Set([accountId, ...also.flat()])].slice(0, maxAccounts).join(',');
}

/** Adds accounts to the page's stream while the component is mounted. */
export function useFollowAccounts(accountIds: readonly string[]): void {
  // Sorted, so that a different order of the same accounts does not reopen the stream.
  const accounts = accountIds.toSorted().join(',');
  useEffect(() => {
    const added = accounts.split(',').filter(Boolean);
    others.set([...others.get(), added]);
    return () => others.set(others.get().filter((each) => each !== added));
  }, [accounts]);
}
