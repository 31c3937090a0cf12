/** A page of a list that the console asks for. */
export interface ListRequest {
  limit: number;
  search?: string;
  /** A name that the server can order by; `-` before it turns the order round. */
  sort?: string;
  cursor?: string;
}

export interface ListReply<Item> {
  items: Item[];
  total: number;
  /** Where the next page begins; null at the end. */
  next: string | null;
}

/** What the server says of a list beside its rows. A reply that says nothing of pages is the whole list. */
export function listReply<Item>(
  items: Item[],
  said: { readonly total?: number; readonly 'next-cursor'?: string | null },
): ListReply<Item> {
  return { items, total: said.total ?? items.length, next: said['next-cursor'] ?? null };
}

export type Ask<Item> = (request: ListRequest, signal: AbortSignal) => Promise<ListReply<Item>>;

/** A kind of thing that the server lists. */
export interface ListSource<Item> {
  /** First parts of the keys of its queries. */
  key: readonly string[];
  ask: Ask<Item>;
  /** What the server can order by, named as the columns; the first is its usual order. */
  sorts: readonly string[];
}

/** A list as the console keeps it: whole, so that it is searched and sorted here, or only its beginning. */
export interface Listing<Item> {
  items: readonly Item[];
  total: number;
  whole: boolean;
}

/** Most rows that one call answers, and that the console searches and sorts by itself. */
export const wholeLimit = 1000;

/**
 * Asks for a list that may be whole. One that was known to be longer is asked for its length first, so that a change
 * somewhere in it does not bring a thousand rows again.
 */
export async function askListing<Item>(
  ask: Ask<Item>,
  known: Listing<Item> | undefined,
  signal: AbortSignal,
): Promise<Listing<Item>> {
  if (known && !known.whole) {
    const { total } = await ask({ limit: 1 }, signal);
    if (total > wholeLimit) return { ...known, total };
  }
  const { items, total, next } = await ask({ limit: wholeLimit }, signal);
  return { items, total, whole: next === null };
}

/** Every row that a request finds, however many there are. */
export async function askAll<Item>(
  ask: Ask<Item>,
  request: Omit<ListRequest, 'limit' | 'cursor'>,
  signal: AbortSignal,
): Promise<Item[]> {
  const all: Item[] = [];
  let cursor: string | undefined;
  do {
    const { items, next } = await ask({ ...request, limit: wholeLimit, ...(cursor && { cursor }) }, signal);
    all.push(...items);
    cursor = next ?? undefined;
  } while (cursor);
  return all;
}
