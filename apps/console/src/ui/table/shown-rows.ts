import { useDeferredValue } from 'react';
import { useNavigationType } from 'react-router';
import type { Arrangement } from './arrange.ts';

/** As many rows as most windows show at once. */
const rowsInWindow = 20;

/**
 * What a table shows of its rows, which may be many to render: typing goes before them. A list that is opened begins with the rows
 * that a window shows, and the others follow. Who comes back to a list gets all rows at once: the page has to be as long as it
 * was, so that the browser can scroll to where they were.
 */
export function useShownRows<Row>(latest: Arrangement<Row> | undefined): Arrangement<Row> | undefined {
  const comesBack = useNavigationType() === 'POP';
  const deferred = useDeferredValue(latest, comesBack ? latest : firstRows(latest));
  // Rows that come later than their table are not deferred.
  return deferred ?? latest;
}

function firstRows<Row>(whole: Arrangement<Row> | undefined): Arrangement<Row> | undefined {
  if (!whole || whole.rows.length <= rowsInWindow) return whole;
  return { ...whole, rows: whole.rows.slice(0, rowsInWindow) };
}
