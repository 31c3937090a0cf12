import type { Key } from '#server/cache/keys.ts';
import type { ServerSearch } from './list-rows.ts';

export interface ListRequest extends ServerSearch {
  limit: number;
  /** A name that the server can sort by; a leading `-` reverses the order. */
  sort?: string;
  cursor?: string;
  /** Number of rows to skip. */
  skip?: number;
}

/** A list as the server sends it: the whole list, or a page of it. */
export interface ListReply<Item> {
  items: Item[];
  total: number;
  /** Null at the end. */
  'next-cursor': string | null;
}

export type FetchRows<Item> = (request: ListRequest, signal: AbortSignal) => Promise<ListReply<Item>>;

/** A list on the server. */
export interface ListSource<Item> {
  /** The key of its query, with which those of its searches and pages begin. */
  key: Key;
  fetchRows: FetchRows<Item>;
  /** Ids of the columns that the server can sort by; the first is its default order. */
  sorts: readonly string[];
  /** The statuses and types that its rows show in the language of the page. */
  words?: readonly string[];
}

/** A list as the console caches it. */
export interface Listing<Item> {
  /** Every row in the server's default order, or only the first ones. */
  items: readonly Item[];
  total: number;
  /**
   * `whole`: the console searches and sorts it by itself. `growing`: it may become whole, the rest is being fetched.
   * `long`: it has more rows than the console holds, and the server searches and sorts.
   */
  extent: 'whole' | 'growing' | 'long';
}

/** Maximum number of rows that one call returns, and that the console searches and sorts by itself. */
export const maxWholeList = 1000;

/** Number of rows fetched first, so that a list shows something at once: the default page size. */
const firstRows = 50;

/**
 * Fetches a list: its first rows, and then the others unless they are too many to hold. `show` takes the first rows
 * while the others load.
 */
export async function fetchListing<Item>(
  fetchRows: FetchRows<Item>,
  signal: AbortSignal,
  show: (first: Listing<Item>) => void,
): Promise<Listing<Item>> {
  // A reply that mentions no pages is the whole list.
  const { items, total = items.length, 'next-cursor': next = null } = await fetchRows({ limit: firstRows }, signal);
  if (next === null) return { items, total, extent: 'whole' };
  if (total > maxWholeList) return { items, total, extent: 'long' };
  show({ items, total, extent: 'growing' });
  const rest = await fetchRows({ limit: maxWholeList, cursor: next }, signal);
  const all = [...items, ...rest.items];
  return rest['next-cursor'] === null
    ? { items: all, total: all.length, extent: 'whole' }
    : { items, total: rest.total, extent: 'long' };
}

/** Fetches every row that a request finds, page by page. */
export async function fetchAll<Item>(
  fetchRows: FetchRows<Item>,
  request: Omit<ListRequest, 'limit' | 'cursor'>,
  signal: AbortSignal,
): Promise<Item[]> {
  const all: Item[] = [];
  let cursor: string | undefined;
  do {
    const reply = await fetchRows({ ...request, limit: maxWholeList, ...(cursor && { cursor }) }, signal);
    all.push(...reply.items);
    cursor = reply['next-cursor'] ?? undefined;
  } while (cursor);
  return all;
}
