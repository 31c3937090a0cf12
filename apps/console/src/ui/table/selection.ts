import { useState, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';

/** Which rows of a list are chosen for a change of many at once. */
export interface Selection {
  /** Keys of the chosen rows; they stay chosen on other pages. */
  chosen: ReadonlySet<string>;
  /** Whether all are chosen that the search finds, also those that were never shown. */
  everything: boolean;
  choose: (keys: readonly string[], chosen: boolean) => void;
  chooseEverything: () => void;
  clear: () => void;
}

const nothing: ReadonlySet<string> = new Set();

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
export function useSelection(account: string): Selection {
  const of = listed(account, useAddressSearch());
  const [kept, setKept] = useState({ of, chosen: nothing, everything: false });
  const { chosen, everything } = kept.of === of ? kept : { chosen: nothing, everything: false };
  return {
    chosen,
    everything,
    choose: (keys, wanted) =>
      setKept((current) => {
        const of = listed(account);
        const next = new Set(current.of === of ? current.chosen : nothing);
        for (const key of keys) {
          if (wanted) next.add(key);
          else next.delete(key);
        }
        return { of, chosen: next, everything: false };
      }),
    chooseEverything: () => setKept((current) => ({ ...current, of: listed(account), everything: true })),
    clear: () => setKept({ of: '', chosen: nothing, everything: false }),
  };
}
