import type { ServerSearch } from './list-rows.ts';
import type { FetchRows, ListRequest } from './listing.ts';

/** A page from the server, and the known cursors of its neighbours. */
export interface ListPage<Item> {
  items: Item[];
  total: number;
  /** The number of the page: that of the last page when the requested one is beyond it. */
  page: number;
  /** Cursor of the next page, in the order of the list; null at the end. */
  next: string | null;
  /** Cursor of the previous page, in the reverse order of the list. */
  previous: string | null;
}

export interface PageRequest extends ServerSearch {
  sort: string;
  page: number;
  size: number;
}

/** What is known about the list from the pages seen before. */
interface SeenPages {
  /** Undefined until a page is seen. */
  total: number | undefined;
  /** Page numbers, and the cursors that lead to them from the beginning. */
  starts: ReadonlyMap<number, string>;
  /** Page numbers, and the cursors that lead to them from the end, in the reverse order. */
  ends: ReadonlyMap<number, string>;
}

/** Collects the cursors of pages seen before. Those from the end are valid only while the number of rows is equal. */
export function seenPages(pages: readonly ListPage<unknown>[], total = pages.at(-1)?.total): SeenPages {
  const starts = new Map<number, string>();
  const ends = new Map<number, string>();
  for (const seen of pages) {
    if (seen.next) starts.set(seen.page + 1, seen.next);
    if (seen.previous && seen.total === total) ends.set(seen.page - 1, seen.previous);
  }
  return { total, starts, ends };
}

/** How often a page is requested at most when the list changes meanwhile. */
const maxAttempts = 3;

/**
 * Requests one page of a list. A page without a cursor is reached from the nearest known cursor by skipping rows: from
 * the beginning, or from the end in the reverse order.
 */
export async function fetchPage<Item>(
  fetchRows: FetchRows<Item>,
  request: PageRequest,
  seen: SeenPages,
  signal: AbortSignal,
  attempts = maxAttempts,
): Promise<ListPage<Item>> {
  const { size, page: requested, ...list } = request;
  let { total } = seen;
  // The number of rows decides which end is nearer, and whether the page exists.
  if (total === undefined && requested > 1 && !seen.starts.has(requested)) {
    total = (await fetchRows({ ...list, limit: 1 }, signal)).total;
  }
  const last = total === undefined ? requested : Math.max(1, Math.ceil(total / size));
  const page = Math.min(requested, last);
  const start = Math.max(1, ...[...seen.starts.keys()].filter((known) => known <= page));
  const end = Math.min(last, ...[...seen.ends.keys()].filter((known) => known >= page));
  const again = (now: number): Promise<ListPage<Item>> =>
    fetchPage(fetchRows, request, { total: now, starts: seen.starts, ends: new Map() }, signal, attempts - 1);

  if (total !== undefined && end - page < page - start) {
    const behind = (other: number): number => Math.max(0, total - other * size);
    const begin = beginAfter(seen.ends.get(end), behind(page) - behind(end));
    const limit = Math.min(size, total - (page - 1) * size);
    const read = await fetchRows({ ...list, sort: reversed(list.sort), limit, ...begin }, signal);
    // Counted from the end, a different number of rows would shift the page boundaries.
    if (read.total !== total && attempts > 1) return again(read.total);
    return { items: read.items.reverse(), total: read.total, page, next: null, previous: read['next-cursor'] };
  }
  const begin = beginAfter(seen.starts.get(start), (page - start) * size);
  const read = await fetchRows({ ...list, limit: size, ...begin }, signal);
  if (read.items.length === 0 && page > 1 && attempts > 1) return again(read.total);
  return { items: read.items, total: read.total, page, next: read['next-cursor'], previous: null };
}

function reversed(sort: string): string {
  return sort.startsWith('-') ? sort.slice(1) : `-${sort}`;
}

/** Where a page begins: after a cursor and a number of skipped rows. */
function beginAfter(cursor: string | undefined, skip: number): Pick<ListRequest, 'cursor' | 'skip'> {
  return { ...(cursor && { cursor }), ...(skip > 0 && { skip }) };
}
