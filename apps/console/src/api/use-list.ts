import { hashKey, queryOptions, useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import type { Arrangement } from '#ui/arrange.ts';
import type { ListRows } from '#ui/list-rows.ts';
import type { ListState } from '#ui/list-state.ts';
import { askPage, type ListPage, type PageRequest } from './list-page.ts';
import { askAll, askListing, type Listing, type ListSource } from './listing.ts';
import { queryClient } from './query-client.ts';

/** Longest search that the server takes. */
const longestSearch = 200;

/** A list, whole unless it is longer than one call answers. */
export function listingQuery<Item>({ key, ask }: ListSource<Item>) {
  return queryOptions({
    queryKey: key,
    queryFn: ({ signal }) => askListing(ask, queryClient.getQueryData<Listing<Item>>(key), signal),
  });
}

/** A page of a list that is too long to be whole. Pages seen before tell where this one begins. */
function pageQuery<Item>({ key, ask }: ListSource<Item>, request: PageRequest) {
  const { page, ...cut } = request;
  const queryKey = [...key, 'page', cut] as const;
  return queryOptions({
    queryKey: [...queryKey, page],
    queryFn: ({ signal }) => {
      const starts = new Map<number, string>();
      for (const [, seen] of queryClient.getQueriesData<ListPage<Item>>({ queryKey })) {
        if (seen?.next) starts.set(seen.page + 1, seen.next);
      }
      return askPage(ask, request, starts, signal);
    },
    // While a page loads the one before it stays, but never one of another list.
    placeholderData: (before, query) =>
      hashKey(query?.queryKey.slice(0, key.length) ?? []) === hashKey(key) ? before : undefined,
  });
}

interface List<Row> extends ListRows<Row> {
  /** How many there are, whatever is searched for; undefined until it is known. */
  total: number | undefined;
}

/**
 * What a list's screen shows: the whole list, which the table searches and sorts by itself, or, where it is too long
 * for that, the page that the server cut.
 */
export function useList<Item>(source: ListSource<Item>, asked: ListState): List<Item> {
  const head = useQuery(listingQuery(source));
  const whole = head.data?.whole ?? true;
  const state = useMemo(() => (whole ? asked : served(asked, source.sorts)), [asked, whole, source]);
  const search = state.search.trim().slice(0, longestSearch);
  const sort = `${state.descending ? '-' : ''}${state.sort}`;
  const request = { sort, ...(search && { search }) };
  const page = useQuery({
    ...pageQuery(source, { ...request, page: state.page, size: state.size }),
    enabled: !whole,
  });
  const total = head.data?.total;
  const shown = useMemo(
    () => (page.data && total !== undefined ? arrangement(page.data, total, state.size) : undefined),
    [page.data, total, state.size],
  );
  const all = useCallback(
    () => askAll(source.ask, { sort, ...(search && { search }) }, new AbortController().signal),
    [source, sort, search],
  );
  const { isPlaceholderData: stale } = page;
  const rows = useMemo(() => ({ shown, stale, sorts: source.sorts, all }), [shown, stale, source, all]);
  return {
    rows: whole ? head.data?.items : undefined,
    served: whole ? undefined : rows,
    state,
    total,
    error: head.error ?? page.error,
    onRetry: () => void (head.error ? head.refetch() : page.refetch()),
  };
}

/** The state as the server can serve it: in its usual order where it does not know the asked one. */
function served(state: ListState, sorts: readonly string[]): ListState {
  return sorts.includes(state.sort) ? state : { ...state, sort: sorts[0] ?? '', descending: false };
}

function arrangement<Item>(page: ListPage<Item>, total: number, size: number): Arrangement<Item> {
  return {
    rows: page.items,
    total: Math.max(total, page.total),
    matched: page.total,
    page: page.page,
    pages: Math.max(1, Math.ceil(page.total / size)),
  };
}
