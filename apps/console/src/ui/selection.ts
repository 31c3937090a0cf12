import { useCallback, useMemo, useState } from 'react';

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

/**
 * The selection of a list.
 * @param of names what is listed: the account, the search. Of something else nothing is chosen yet.
 */
export function useSelection(of: string): Selection {
  const [kept, setKept] = useState({ of, chosen: nothing, everything: false });
  const { chosen, everything } = kept.of === of ? kept : { chosen: nothing, everything: false };
  const choose = useCallback(
    (keys: readonly string[], wanted: boolean) =>
      setKept((current) => {
        const next = new Set(current.of === of ? current.chosen : nothing);
        for (const key of keys) {
          if (wanted) next.add(key);
          else next.delete(key);
        }
        return { of, chosen: next, everything: false };
      }),
    [of],
  );
  const chooseEverything = useCallback(() => setKept((current) => ({ ...current, of, everything: true })), [of]);
  const clear = useCallback(() => setKept({ of, chosen: nothing, everything: false }), [of]);
  return useMemo(
    () => ({ chosen, everything, choose, chooseEverything, clear }),
    [chosen, everything, choose, chooseEverything, clear],
  );
}
