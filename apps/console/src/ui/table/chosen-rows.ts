import { filterRows, type RowReading } from './arrange.ts';
import type { ListRows, ServerSearch } from './list-rows.ts';
import type { Selection } from './selection.ts';

/** Which rows are chosen: those with these keys, or all that a search on the server finds, except those with these. */
export type ChosenRows = { count: number } & (
  | { keys: readonly string[] }
  | { search: ServerSearch; except: readonly string[] }
);

/**
 * What a selection means. Of a whole list all that the search finds is known by key, so that nothing is changed that
 * nobody saw; of a longer one the search itself is passed on.
 */
export function chosenRows<Row>(
  { keys, everything, isChosen }: Pick<Selection, 'everything' | 'keys' | 'isChosen'>,
  { rows, serverRows, state, rowKey }: ListRows<Row> & Pick<RowReading<Row>, 'rowKey'>,
  texts: RowReading<Row>['texts'],
): ChosenRows {
  if (!everything) return { keys: [...keys], count: keys.size };
  if (serverRows) {
    const matched = serverRows.shown?.matched ?? 0;
    return { search: serverRows.search, except: [...keys], count: matched - keys.size };
  }
  const chosen = filterRows(rows ?? [], state.search, texts)
    .map(rowKey)
    .filter(isChosen);
  return { keys: chosen, count: chosen.length };
}
