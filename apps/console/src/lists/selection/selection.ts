import { useState, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';

/** The rows of a list that are chosen for a bulk change. */
export type Selection = ReturnType<typeof useSelection>;

const nothing = { keys: new Set<string>() as ReadonlySet<string>, everything: false };

/** The query string of the window's address: it has the typed search before the router renders it. */
function useAddressSearch(): string {
  // Re-renders on each change of the address.
  useLocation();
  return useSyncExternalStore(
    () => () => undefined,
    () => window.location.search,
  );
}

/** The search in the window's address. */
const searchIn = (query: string): string => new URLSearchParams(query).get('search') ?? '';

/**
 * The selection of a list, for one account. Rows that are chosen by themselves stay chosen on other pages and in other
 * searches; all rows that a search finds are chosen only while it is shown.
 *
 * @param account id of the account whose records are listed
 */
export function useSelection(account: string) {
  const search = searchIn(useAddressSearch());
  const [kept, setKept] = useState({ account, search, ...nothing });
  const { keys, everything } = isCurrent(kept, account, search) ? kept : nothing;
  return {
    /** Whether all rows that the search finds are chosen, including those never shown, except those of `keys`. */
    everything,
    /** Keys of the chosen rows or, with `everything`, of the deselected ones; kept on other pages. */
    keys,
    isChosen: (key: string): boolean => keys.has(key) !== everything,
    choose: (changed: readonly string[], wanted: boolean): void =>
      setKept((current) => {
        const search = searchIn(window.location.search);
        const { keys, everything } = isCurrent(current, account, search) ? current : nothing;
        const next = new Set(keys);
        for (const key of changed) {
          if (wanted !== everything) next.add(key);
          else next.delete(key);
        }
        return { account, search, keys: next, everything };
      }),
    chooseEverything: (): void =>
      setKept({ account, search: searchIn(window.location.search), keys: nothing.keys, everything: true }),
    /** Drops the key of a deleted row. */
    forget: (key: string): void =>
      setKept((current) => ({ ...current, keys: new Set([...current.keys].filter((each) => each !== key)) })),
    clear: (): void => setKept({ account, search: '', ...nothing }),
  };
}

function isCurrent(
  kept: { readonly account: string; readonly search: string; readonly everything: boolean },
  account: string,
  search: string,
): boolean {
  return kept.account === account && (!kept.everything || kept.search === search);
}
