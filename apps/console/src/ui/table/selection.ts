import { useState, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';

/** Which rows of a list are chosen for a change of many at once. */
export type Selection = ReturnType<typeof useSelection>;

const nothing = { keys: new Set<string>() as ReadonlySet<string>, everything: false };

/** What is listed, by the window's address. */
function listed(account: string, search = window.location.search): string {
  return `${account} ${new URLSearchParams(search).get('search') ?? ''}`;
}

/** The search part of the window's address: what was typed last stands there before the router renders it. */
function useAddressSearch(): string {
  // The router renders each change of the address.
  useLocation();
  return useSyncExternalStore(
    () => () => undefined,
    () => window.location.search,
  );
}

/**
 * The selection of a list, of an account and what is searched for. Of something else nothing is chosen yet.
 * @param account id of the account whose things are listed
 */
export function useSelection(account: string) {
  const of = listed(account, useAddressSearch());
  const [kept, setKept] = useState({ of, ...nothing });
  const { keys, everything } = kept.of === of ? kept : nothing;
  return {
    /** Whether all are chosen that the search finds, also those that were never shown, but those of `keys`. */
    everything,
    /** Keys of the chosen rows, or of those that are left out of everything; they stay so on other pages. */
    keys,
    isChosen: (key: string): boolean => keys.has(key) !== everything,
    choose: (changed: readonly string[], wanted: boolean): void =>
      setKept((current) => {
        const of = listed(account);
        const { keys, everything } = current.of === of ? current : nothing;
        const next = new Set(keys);
        for (const key of changed) {
          if (wanted !== everything) next.add(key);
          else next.delete(key);
        }
        return { of, keys: next, everything };
      }),
    chooseEverything: (): void => setKept({ of: listed(account), keys: nothing.keys, everything: true }),
    /** Drops the key of a row that is gone. */
    forget: (key: string): void =>
      setKept((current) => ({ ...current, keys: new Set([...current.keys].filter((each) => each !== key)) })),
    clear: (): void => setKept({ of: '', ...nothing }),
  };
}
