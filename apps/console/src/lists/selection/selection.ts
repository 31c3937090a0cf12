import { useState, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';

/** The rows of a list that are chosen for a bulk change. */
export type Selection = ReturnType<typeof useSelection>;

const nothing = { keys: new Set<string>() as ReadonlySet<string>, everything: false };

/** Identifies what is listed: the account, and the search in the window's address. */
function listOf(account: string, search = window.location.search): string {
  return `${account} ${new URLSearchParams(search).get('search') ?? ''}`;
}

/** The query string of the window's address: it has the typed search before the router renders it. */
function useAddressSearch(): string {
  // Re-renders on each change of the address.
  useLocation();
  return useSyncExternalStore(
    () => () => undefined,
    () => window.location.search,
  );
}

/**
 * The selection of a list, for one account and search; it is empty for any other.
 * @param account id of the account whose records are listed
 */
export function useSelection(account: string) {
  const list = listOf(account, useAddressSearch());
  const [kept, setKept] = useState({ list, ...nothing });
  const { keys, everything } = kept.list === list ? kept : nothing;
  return {
    /** Whether all rows that the search finds are chosen, including those never shown, except those of `keys`. */
    everything,
    /** Keys of the chosen rows or, with `everything`, of the deselected ones; kept on other pages. */
    keys,
    isChosen: (key: string): boolean => keys.has(key) !== everything,
    choose: (changed: readonly string[], wanted: boolean): void =>
      setKept((current) => {
        const list = listOf(account);
        const { keys, everything } = current.list === list ? current : nothing;
        const next = new Set(keys);
        for (const key of changed) {
          if (wanted !== everything) next.add(key);
          else next.delete(key);
        }
        return { list, keys: next, everything };
      }),
    chooseEverything: (): void => setKept({ list: listOf(account), keys: nothing.keys, everything: true }),
    /** Drops the key of a deleted row. */
    forget: (key: string): void =>
      setKept((current) => ({ ...current, keys: new Set([...current.keys].filter((each) => each !== key)) })),
    clear: (): void => setKept({ list: '', ...nothing }),
  };
}
