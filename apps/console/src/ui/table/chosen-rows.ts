import { filterRows, type RowReading } from './arrange.ts';
import type { ListRows, ServerSearch } from './list-rows.ts';
import type { Selection } from './selection.ts';

/** Which rows are chosen: those with these keys, or all that a search on the server finds. */
export type ChosenRows = { count: number } & ({ keys: readonly string[] } | { search: ServerSearch });

/**
 * What a selection means. Of a whole list all that the search finds is known by key, so that nothing is changed that
 * nobody saw; of a longer one the search itself is passed on.
 */
export function chosenRows<Row>(
  { chosen, everything }: Selection,
  { rows, serverRows, state, rowKey }: ListRows<Row> & Pick<RowReading<Row>, 'rowKey'>,
  texts: RowReading<Row>['texts'],
): ChosenRows {
  if (!everything) return { keys: [...chosen], count: chosen.size };
  if (serverRows) return { search: serverRows.search, count: serverRows.shown?.matched ?? 0 };
  const keys = filterRows(rows ?? [], state.search, texts).map(rowKey);
  return { keys, count: keys.length };
}
