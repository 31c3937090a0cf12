import { type FetchQueryOptions, hashKey, type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query';
import type { LoaderFunction } from 'react-router';
import { queryClient } from './query-client.ts';
import { type AccountScope, selectedAccount } from './selected-account.ts';

/** Longest wait, in ms: a screen that comes so late still seems to come at once. */
const longestWait = 100;

/**
 * The loader of a screen: it requests what the screen shows first, and waits a moment for it. So the screen is rendered with
 * its contents, unless they take so long that it is better seen without them first. A failure is shown by the screen.
 *
 * @param queryOf the query by the viewed account and the id in the address
 */
export function screenLoader<Data, Key extends QueryKey>(
  queryOf: (scope: AccountScope, id: string) => FetchQueryOptions<Data, Error, Data, Key>,
): LoaderFunction {
  return async ({ params }) => {
    const scope = selectedAccount();
    if (scope) await firstData(queryOf(scope, params['id'] ?? ''));
    return null;
  };
}

/** Settles when the cache has something of the query, when it failed, or after the longest wait. */
function firstData<Data, Key extends QueryKey>(query: FetchQueryOptions<Data, Error, Data, Key>): Promise<void> {
  const hash = hashKey(query.queryKey);
  return new Promise((resolve) => {
    // A list is in the cache as soon as its first rows are, before the query is done.
    const stop = queryClient.getQueryCache().subscribe(({ query: changed }) => {
      if (changed.queryHash === hash && changed.state.data !== undefined) end();
    });
    const end = (): void => {
      stop();
      resolve();
    };
    void queryClient.prefetchQuery(query).then(end);
    setTimeout(end, longestWait);
  });
}

/** The query that the screen's loader has made. If it failed there, the screen says so, and does not repeat it. */
export function useScreenQuery<Data, Shown, Key extends QueryKey>(query: UseQueryOptions<Data, Error, Shown, Key>) {
  return useQuery({ ...query, retryOnMount: false });
}
