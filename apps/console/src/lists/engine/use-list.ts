import { useDebouncedValue } from '@mantine/hooks';
import { hashKey, keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { wireWord } from '#i18n/text/wire.ts';
import type { Column } from '#lists/columns/column.ts';
import { screenLoader, useScreenQuery } from '#screens/screen-loader.ts';
import { foundKey, pageKey, pagesKey } from '#server/cache/keys.ts';
import { queryClient } from '#server/cache/query-client.ts';
import type { Subject } from '#server/client/version.ts';
import type { AccountScope } from '#session/selected-account.ts';
import { type Arrangement, matches } from './arrange.ts';
import { fetchPage, type ListPage, type PageRequest, seenPages } from './list-page.ts';
import type { ServerSearch } from './list-rows.ts';
import { type ListState, useListState } from './list-state.ts';
import { fetchAll, fetchListing, type Listing, type ListRequest, type ListSource } from './listing.ts';

/** Maximum length of a search that the server accepts. */
const longestSearch = 200;
/** Debounce before the server is searched, in ms. */
const typingPause = 150;

/** A list, whole unless it is longer than the console holds. */
export function listingQuery<Item>({ key, fetchRows }: ListSource<Item>) {
  return queryOptions({
    queryKey: key,
    queryFn: ({ signal }) =>
      fetchListing(fetchRows, signal, (first) => {
        // A refetch does not replace a whole list by its first rows.
        const known = queryClient.getQueryData<Listing<Item>>(key);
        if (!signal.aborted && known?.extent !== 'whole') queryClient.setQueryData<Listing<Item>>(key, first);
      }),
  });
}

/** The first rows that a request finds in a list, and the number of all that it finds. */
export function foundQuery<Item>({ key, fetchRows }: ListSource<Item>, request: ListRequest) {
  return queryOptions({ queryKey: foundKey(key, request), queryFn: ({ signal }) => fetchRows(request, signal) });
}

/**
 * Searches a list on the server while the user types; an empty text is not searched. `reply` belongs to an earlier text
 * while the search is `pending`, and is undefined when it failed.
 */
export function useFound<Item>(source: ListSource<Item>, typed: string, limit: number) {
  const text = typed.trim().slice(0, longestSearch);
  const [search] = useDebouncedValue(text, typingPause);
  const { data, error, isPlaceholderData } = useQuery({
    ...foundQuery(source, { limit, search }),
    enabled: search !== '',
    placeholderData: keepPreviousData,
  });
  const settled = data ? !isPlaceholderData : error !== null;
  return {
    reply: search === '' ? undefined : data,
    failure: data ? null : error,
    pending: text !== '' && (search !== text || !settled),
  };
}

/** The loader of a list's screen: it prefetches the rows that {@link useList} shows first. */
export function listLoader<Item>(sourceOf: (scope: AccountScope) => ListSource<Item>) {
  return screenLoader((scope) => listingQuery(sourceOf(scope)));
}

/**
 * A page of a list that is too long to fetch whole. Cursors of pages seen before locate it.
 * @param total the number of rows, where it is known
 */
function pageQuery<Item>({ key, fetchRows }: ListSource<Item>, request: PageRequest, total: number | undefined) {
  const { page, ...cut } = request;
  const queryKey = pagesKey(key, cut);
  return queryOptions({
    queryKey: pageKey(queryKey, page),
    queryFn: ({ signal }) => {
      const seen = queryClient.getQueriesData<ListPage<Item>>({ queryKey }).flatMap(([, data]) => data ?? []);
      return fetchPage(fetchRows, request, seenPages(seen, total), signal);
    },
    // While a page loads, the previous one stays, but never one of another list.
    placeholderData: (before, query) =>
      hashKey(query?.queryKey.slice(0, key.length) ?? []) === hashKey(key) ? before : undefined,
  });
}

function rowKey(row: Subject): string {
  return 'rn' in row ? row.rn : row.id;
}

/**
 * The columns and rows of the table on a list's screen.
 * @param defaultSort id of the column that sorts the list at first; by default the first sortable one.
 */
export function useList<Item extends Subject>(
  source: ListSource<Item>,
  columns: readonly Column<Item>[],
  defaultSort?: string,
) {
  return { columns, rowKey, ...useListRows(source, useListState(columns, defaultSort)) };
}

/**
 * The rows of a list: the whole list, which the table searches and sorts by itself, or, where it is too long for that,
 * a page from the server. Until the extent is known, the first page of the default order.
 */
export function useListRows<Item>(source: ListSource<Item>, wanted: ListState) {
  const head = useScreenQuery(listingQuery(source));
  const { items, total, extent } = head.data ?? {};
  const long = extent === 'long';
  const state = long ? sortableState(wanted, source.sorts) : wanted;
  const search = serverSearch(state.search.trim().slice(0, longestSearch), source.words);
  const everything = search.search === undefined;
  const sort = `${state.descending ? '-' : ''}${state.sort}`;
  const first = everything && sort === source.sorts[0] && state.page === 1;
  const inHead = first && (items?.length ?? 0) >= Math.min(state.size, total ?? 0);
  const request = { sort, ...search };
  const page = useQuery({
    ...pageQuery(source, { ...request, page: state.page, size: state.size }, everything ? total : undefined),
    enabled: long && !inHead,
  });
  const exporting = useRef<AbortController>(null);
  // Leaving the screen aborts the exports of many rows.
  useEffect(() => () => exporting.current?.abort(), []);
  let arranged: Arrangement<Item> | undefined;
  if (extent !== 'whole' && items && total !== undefined) {
    const cut = inHead ? { items: items.slice(0, state.size), total, page: 1 } : page.data;
    arranged = cut && {
      rows: cut.items,
      total: Math.max(total, cut.total),
      matched: cut.total,
      page: cut.page,
      pages: Math.max(1, Math.ceil(cut.total / state.size)),
    };
  }
  const all = () => {
    const leaving = exporting.current ?? new AbortController();
    exporting.current = leaving;
    return fetchAll(source.fetchRows, request, leaving.signal);
  };
  const rows = { arranged, stale: !inHead && page.isPlaceholderData, search, sorts: long ? source.sorts : null, all };
  return {
    rows: extent === 'whole' ? items : undefined,
    serverRows: extent === undefined || extent === 'whole' ? undefined : rows,
    state,
    /** The number of rows without the search; undefined while it loads. */
    total,
    error: head.error ?? page.error,
    onRetry: () => void (head.error ? head.refetch() : page.refetch()),
  };
}

/** The search for the server, whose words are English, with those words whose translation matches it. */
function serverSearch(search: string, words: readonly string[] = []): ServerSearch {
  if (search === '') return {};
  const also = words.filter((word) => matches([wireWord(word)], search) && !matches([word], search));
  return { search, ...(also.length > 0 && { 'search-also': also.join(',') }) };
}

/** The state with a sort that the server supports: its default order replaces an unsupported one. */
function sortableState(state: ListState, sorts: readonly string[]): ListState {
  return sorts.includes(state.sort) ? state : { ...state, sort: sorts[0] ?? '', descending: false };
}
