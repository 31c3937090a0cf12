import { type Ask, type ListRequest, wholeLimit } from './listing.ts';

/** A page that the server cut, and where the page after it begins. */
export interface ListPage<Item> {
  items: Item[];
  total: number;
  /** The page that it is: the last one, when the asked one lies behind it. */
  page: number;
  next: string | null;
}

export interface PageRequest extends Pick<ListRequest, 'search' | 'sort'> {
  page: number;
  size: number;
}

/** Where the pages begin that are known: a page's number, and the cursor that leads to it. */
export type KnownStarts = ReadonlyMap<number, string>;

/**
 * Asks for one page of a list. The server knows only 'after this row', so a page whose beginning nobody knows yet is
 * walked to from the nearest one, a thousand rows at a stride.
 */
export async function askPage<Item>(
  ask: Ask<Item>,
  { page, size, ...request }: PageRequest,
  starts: KnownStarts,
  signal: AbortSignal,
): Promise<ListPage<Item>> {
  const again = (earlier: number): Promise<ListPage<Item>> =>
    askPage(ask, { page: Math.max(1, Math.min(page - 1, earlier)), size, ...request }, starts, signal);

  const begin = nearest(starts, page);
  let cursor = begin.cursor;
  for (let row = (begin.page - 1) * size; row < (page - 1) * size; ) {
    const stride = Math.min(wholeLimit, (page - 1) * size - row);
    const { total, next } = await ask({ ...request, limit: stride, ...(cursor && { cursor }) }, signal);
    if (next === null) return again(Math.ceil(total / size));
    cursor = next;
    row += stride;
  }
  const { items, total, next } = await ask({ ...request, limit: size, ...(cursor && { cursor }) }, signal);
  if (items.length === 0 && page > 1) return again(Math.ceil(total / size));
  return { items, total, page, next };
}

function nearest(starts: KnownStarts, wanted: number): { page: number; cursor: string | undefined } {
  const page = Math.max(1, ...[...starts.keys()].filter((known) => known <= wanted));
  return { page, cursor: starts.get(page) };
}
