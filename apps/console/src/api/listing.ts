import type { ServerSearch } from '#ui/table/list-rows.ts';

export interface ListRequest extends ServerSearch {
  limit: number;
  /** A name that the server can order by; `-` before it turns the order round. */
  sort?: string;
  cursor?: string;
  /** How many rows are left out before the first. */
  skip?: number;
}

export interface ListReply<Item> {
  items: Item[];
  total: number;
  /** Cursor of the next page; null at the end. */
  next: string | null;
}

interface WireList<Item> {
  readonly items: Item[];
  readonly total?: number;
  readonly 'next-cursor'?: string | null;
}

/** A list as the server sends it. A reply without paging is the whole list. */
export function listReply<Item>({ items, total, 'next-cursor': next }: WireList<Item>): ListReply<Item> {
  return { items, total: total ?? items.length, next: next ?? null };
}

export type FetchRows<Item> = (request: ListRequest, signal: AbortSignal) => Promise<ListReply<Item>>;

/** A list of the server. */
export interface ListSource<Item> {
  /** First parts of the keys of its queries. */
  key: readonly string[];
  fetchRows: FetchRows<Item>;
  /** What the server can order by, named as the columns; the first is its usual order. */
  sorts: readonly string[];
  /** The statuses and types that its rows show, in words of the page. */
  words?: readonly string[];
}

/** A list as the console keeps it. */
export interface Listing<Item> {
  /** Every row in the server's usual order, or only the first ones. */
  items: readonly Item[];
  total: number;
  /**
   * `whole`: the console searches and sorts it by itself. `growing`: it will be, the rest is being fetched. `long`: it is
   * more than the console holds, and the server searches and sorts.
   */
  extent: 'whole' | 'growing' | 'long';
}

/** Most rows that one call returns, and that the console searches and sorts by itself. */
export const wholeLimit = 1000;

/** How many rows come first, so that a list shows something at once: the usual page. */
const firstRows = 50;

/**
 * Fetches a list: its first rows, and then the others unless they are too many to hold. The first rows are `shown` as
 * soon as they are there.
 */
export async function fetchListing<Item>(
  fetchRows: FetchRows<Item>,
  signal: AbortSignal,
  show: (first: Listing<Item>) => void,
): Promise<Listing<Item>> {
  const { items, total, next } = await fetchRows({ limit: firstRows }, signal);
  if (next === null) return { items, total, extent: 'whole' };
  if (total > wholeLimit) return { items, total, extent: 'long' };
  show({ items, total, extent: 'growing' });
  const rest = await fetchRows({ limit: wholeLimit, cursor: next }, signal);
  const all = [...items, ...rest.items];
  return rest.next === null
    ? { items: all, total: all.length, extent: 'whole' }
    : { items, total: rest.total, extent: 'long' };
}

/** Every row that a request finds, however many there are. */
export async function fetchAll<Item>(
  fetchRows: FetchRows<Item>,
  request: Omit<ListRequest, 'limit' | 'cursor'>,
  signal: AbortSignal,
): Promise<Item[]> {
  const all: Item[] = [];
  let cursor: string | undefined;
  do {
    const { items, next } = await fetchRows({ ...request, limit: wholeLimit, ...(cursor && { cursor }) }, signal);
    all.push(...items);
    cursor = next ?? undefined;
  } while (cursor);
  return all;
}
