import { describe, expect, test } from 'vitest';
import { askPage } from './list-page.ts';
import { type Ask, askAll, askListing, type ListRequest } from './listing.ts';

const { signal } = new AbortController();

/** A server with so many rows, whose cursor is the row it comes after. */
function server(count: number) {
  const requests: ListRequest[] = [];
  const ask: Ask<number> = async (request) => {
    requests.push(request);
    const from = request.cursor === undefined ? 0 : Number(request.cursor) + 1;
    const items = Array.from(
      { length: Math.max(0, Math.min(request.limit, count - from)) },
      (_, index) => from + index,
    );
    const end = from + items.length;
    return { items, total: count, next: end < count && items.length > 0 ? String(end - 1) : null };
  };
  return { ask, requests };
}

describe('a page of a long list', () => {
  test('the first is asked for without a cursor', async () => {
    const { ask, requests } = server(5000);
    const page = await askPage(ask, { page: 1, size: 50 }, new Map(), signal);
    expect(page).toMatchObject({ total: 5000, page: 1, next: '49' });
    expect(page.items).toHaveLength(50);
    expect(requests).toEqual([{ limit: 50 }]);
  });

  test('a known beginning leads to its page in one request', async () => {
    const { ask, requests } = server(5000);
    const page = await askPage(ask, { page: 3, size: 50, search: 'a' }, new Map([[3, '99']]), signal);
    expect(page.items[0]).toBe(100);
    expect(requests).toEqual([{ search: 'a', limit: 50, cursor: '99' }]);
  });

  test('an unknown one is walked to, from the nearest that is known', async () => {
    const { ask, requests } = server(5000);
    const page = await askPage(
      ask,
      { page: 60, size: 50 },
      new Map([
        [21, '999'],
        [70, 'no use'],
      ]),
      signal,
    );
    expect(page.items[0]).toBe(2950);
    expect(requests.map(({ limit }) => limit)).toEqual([1000, 950, 50]);
  });

  test('one behind the end is the last one', async () => {
    const { ask } = server(1230);
    const page = await askPage(ask, { page: 900, size: 100 }, new Map(), signal);
    expect(page).toMatchObject({ page: 13, total: 1230, next: null });
    expect(page.items).toHaveLength(30);
  });

  test('one whose last row was deleted meanwhile is the page before it', async () => {
    const { ask } = server(100);
    const page = await askPage(ask, { page: 3, size: 50 }, new Map([[3, '99']]), signal);
    expect(page).toMatchObject({ page: 2, items: expect.arrayContaining([50, 99]) });
  });

  test('nothing found is an empty first page', async () => {
    const { ask } = server(0);
    expect(await askPage(ask, { page: 4, size: 50 }, new Map(), signal)).toMatchObject({
      page: 1,
      items: [],
      total: 0,
    });
  });
});

describe('a list', () => {
  const nothing = () => undefined;

  test('that the first rows are all of comes in one request', async () => {
    const { ask, requests } = server(50);
    expect(await askListing(ask, signal, nothing)).toMatchObject({ extent: 'whole', total: 50 });
    expect(requests).toEqual([{ limit: 50 }]);
  });

  test('that fits is whole, and shows its first rows before the others are there', async () => {
    const { ask } = server(1000);
    const shown: unknown[] = [];
    const { items, ...rest } = await askListing(ask, signal, (first) => shown.push(first));
    expect(shown).toEqual([{ items: items.slice(0, 50), total: 1000, extent: 'growing' }]);
    expect(rest).toEqual({ total: 1000, extent: 'whole' });
    expect(items).toEqual(Array.from({ length: 1000 }, (_, index) => index));
  });

  test('that does not fit is long, and only its first rows are asked for', async () => {
    const { ask, requests } = server(1001);
    expect(await askListing(ask, signal, nothing)).toMatchObject({ extent: 'long', total: 1001 });
    expect(requests).toEqual([{ limit: 50 }]);
  });

  test('is read to its end', async () => {
    expect(await askAll(server(2500).ask, { search: 'a' }, signal)).toHaveLength(2500);
  });
});
