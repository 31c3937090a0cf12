import { describe, expect, test } from 'vitest';
import { fetchPage, type ListPage, seenPages } from './list-page.ts';
import { type FetchRows, fetchAll, fetchListing, type ListRequest } from './listing.ts';

const { signal } = new AbortController();

/** A server with `count` rows, whose cursor is the row before the page. */
function server(count: number) {
  const requests: ListRequest[] = [];
  const fetchRows: FetchRows<number> = async (request) => {
    requests.push(request);
    const all = Array.from({ length: count }, (_, index) => index);
    if (request.sort?.startsWith('-')) all.reverse();
    const begin = request.cursor === undefined ? 0 : all.indexOf(Number(request.cursor)) + 1;
    const from = begin + (request.skip ?? 0);
    const items = all.slice(from, from + request.limit);
    return { items, total: count, 'next-cursor': from + items.length < count ? String(items.at(-1)) : null };
  };
  return { fetchRows, requests };
}

/** The pages that a user visits in turn. `total` is known when the list was opened before. */
async function goTo(
  fetchRows: FetchRows<number>,
  pages: readonly number[],
  { total, size = 50 }: { total?: number; size?: number },
) {
  const seen: ListPage<number>[] = [];
  for (const page of pages) {
    seen.push(await fetchPage(fetchRows, { sort: 'name', size, page }, seenPages(seen, total), signal));
  }
  return seen;
}

describe('a page of a long list', () => {
  test('requests the first page without a cursor', async () => {
    const { fetchRows, requests } = server(5000);
    const [page] = await goTo(fetchRows, [1], {});
    expect(page).toMatchObject({ total: 5000, page: 1, next: '49' });
    expect(page?.items).toHaveLength(50);
    expect(requests).toEqual([{ sort: 'name', limit: 50 }]);
  });

  test('reaches the next page with one request', async () => {
    const { fetchRows, requests } = server(5000);
    const pages = await goTo(fetchRows, [1, 2, 3], {});
    expect(pages.map(({ items }) => items[0])).toEqual([0, 50, 100]);
    expect(requests).toHaveLength(3);
  });

  test.each([20_050, 100_000])('reaches the last page of %i rows, and each before, with one request', async (total) => {
    const { fetchRows, requests } = server(total);
    const last = Math.ceil(total / 50);
    const pages = await goTo(fetchRows, [last, last - 1, last - 2], { total });
    expect(requests).toHaveLength(3);
    expect(pages.map(({ items }) => items.at(-1))).toEqual([total - 1, total - 51, total - 101]);
    expect(pages.map(({ items }) => items)).toEqual(pages.map(({ items }) => items.toSorted((a, b) => a - b)));
  });

  test('has the remaining rows on the last page', async () => {
    const { fetchRows } = server(1070);
    const pages = await goTo(fetchRows, [22, 21], { total: 1070 });
    expect(pages.map(({ items }) => [items[0], items.at(-1)])).toEqual([
      [1050, 1069],
      [1000, 1049],
    ]);
  });

  test('reaches a page in between from the nearest page seen, or from the nearer end', async () => {
    const { fetchRows, requests } = server(5000);
    const [, middle] = await goTo(fetchRows, [20, 60], { total: 5000 });
    expect(middle?.items[0]).toBe(2950);
    expect(requests).toEqual([
      { sort: 'name', limit: 50, skip: 950 },
      { sort: 'name', limit: 50, cursor: '999', skip: 1950 },
    ]);
  });

  test('requests the number of rows before a page opened by its address', async () => {
    const { fetchRows, requests } = server(20_050);
    const [page] = await goTo(fetchRows, [200], {});
    expect([page?.items[0], page?.items.at(-1)]).toEqual([9950, 9999]);
    expect(requests.map(({ limit }) => limit)).toEqual([1, 50]);
  });

  test('returns the last page for a page beyond the end', async () => {
    const { fetchRows, requests } = server(1230);
    const [page] = await goTo(fetchRows, [900], { size: 100 });
    expect(page).toMatchObject({ page: 13, total: 1230, next: null });
    expect(page?.items).toEqual(Array.from({ length: 30 }, (_, index) => 1200 + index));
    expect(requests).toHaveLength(2);
  });

  test('returns the page before when the rows of the page were deleted meanwhile', async () => {
    const { fetchRows } = server(100);
    const seen = { total: 150, starts: new Map([[3, '99']]), ends: new Map() };
    const page = await fetchPage(fetchRows, { page: 3, size: 50, sort: 'name' }, seen, signal);
    expect(page).toMatchObject({ page: 2, items: expect.arrayContaining([50, 99]) });
  });

  test('does not shift pages counted from the end when rows were added meanwhile', async () => {
    const { fetchRows } = server(5007);
    const [page] = await goTo(fetchRows, [99], { total: 5000 });
    expect(page?.items[0]).toBe(4900);
  });

  test('returns an empty first page when nothing is found', async () => {
    const { fetchRows } = server(0);
    expect((await goTo(fetchRows, [4], {}))[0]).toMatchObject({ page: 1, items: [], total: 0 });
  });
});

describe('a list', () => {
  const nothing = () => undefined;

  test('is fetched with one request when the first rows are all', async () => {
    const { fetchRows, requests } = server(50);
    expect(await fetchListing(fetchRows, signal, nothing)).toMatchObject({ extent: 'whole', total: 50 });
    expect(requests).toEqual([{ limit: 50 }]);
  });

  test('a reply that mentions no pages is the whole list', async () => {
    const fetchRows = (async () => ({ items: [1, 2] })) as unknown as FetchRows<number>;
    expect(await fetchListing(fetchRows, signal, nothing)).toEqual({ items: [1, 2], extent: 'whole', total: 2 });
  });

  test('is whole when it fits, and shows its first rows before the others arrive', async () => {
    const { fetchRows } = server(1000);
    const shown: unknown[] = [];
    const { items, ...rest } = await fetchListing(fetchRows, signal, (first) => shown.push(first));
    expect(shown).toEqual([{ items: items.slice(0, 50), total: 1000, extent: 'growing' }]);
    expect(rest).toEqual({ total: 1000, extent: 'whole' });
    expect(items).toEqual(Array.from({ length: 1000 }, (_, index) => index));
  });

  test('is long when it does not fit, and only its first rows are requested', async () => {
    const { fetchRows, requests } = server(1001);
    expect(await fetchListing(fetchRows, signal, nothing)).toMatchObject({ extent: 'long', total: 1001 });
    expect(requests).toEqual([{ limit: 50 }]);
  });

  test('is read to its end', async () => {
    expect(await fetchAll(server(2500).fetchRows, { search: 'a' }, signal)).toHaveLength(2500);
  });
});
