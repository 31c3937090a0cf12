import { filterRows, type RowReading } from '#lists/engine/arrange.ts';
import type { ListRows, ServerSearch } from '#lists/engine/list-rows.ts';
import type { Selection } from './selection.ts';

/** The chosen rows: those with these keys, or all hits of a search on the server except those with these keys. */
export type ChosenRows = { count: number } & (
  | { keys: readonly string[] }
  | { search: ServerSearch; except: readonly string[] }
);

/**
 * Resolves a selection. For a whole list, the hits of the search are resolved to keys, so that only rows the user could
 * see are changed; for a longer one, the search itself is passed on.
 */
export function chosenRows<Row>(
  { keys, everything, isChosen }: Pick<Selection, 'everything' | 'keys' | 'isChosen'>,
  { rows, serverRows, state, rowKey }: ListRows<Row> & Pick<RowReading<Row>, 'rowKey'>,
  texts: RowReading<Row>['texts'],
): ChosenRows {
  if (!everything) return { keys: [...keys], count: keys.size };
  if (serverRows) {
    const matched = serverRows.arranged?.matched ?? 0;
    return { search: serverRows.search, except: [...keys], count: matched - keys.size };
  }
  const chosen = filterRows(rows ?? [], state.search, texts)
    .map(rowKey)
    .filter(isChosen);
  return { keys: chosen, count: chosen.length };
}
