import {
  hashKey,
  type QueryExecuteOptions,
  type QueryKey,
  type UseQueryOptions,
  useQuery,
} from '@tanstack/react-query';
import type { Params } from 'react-router';
import { queryClient } from '#server/cache/query-client.ts';
import type { AccountScope } from '#session/selected-account.ts';

/** What a screen will show: the account and the record of its address. */
interface Requested {
  params: Params;
  scope: AccountScope;
}

export type ScreenLoader = (requested: Requested) => Promise<null>;

/** In ms: a screen that opens within this time appears to open at once. */
const longestWait = 100;

/**
 * The loader of a screen. It prefetches the data that the screen shows first, and waits a moment for it, so that the
 * screen renders with its contents. The screen shows a failure.
 *
 * @param queryOf the query by the account and the id in the address
 */
export function screenLoader<Data, Key extends QueryKey>(
  queryOf: (scope: AccountScope, id: string) => QueryExecuteOptions<Data, Error, Data, Data, Key>,
): ScreenLoader {
  return async ({ params, scope }) => {
    await firstData(queryOf(scope, params['id'] ?? ''));
    return null;
  };
}

/** Settles when the cache has data of the query, when the query failed, or after the longest wait. */
function firstData<Data, Key extends QueryKey>(
  query: QueryExecuteOptions<Data, Error, Data, Data, Key>,
): Promise<void> {
  const hash = hashKey(query.queryKey);
  return new Promise((resolve) => {
    // A list is in the cache once its first rows are, before the query is done.
    const stop = queryClient.getQueryCache().subscribe(({ query: changed }) => {
      if (changed.queryHash === hash && changed.state.data !== undefined) end();
    });
    const end = (): void => {
      stop();
      resolve();
    };
    void queryClient.query(query).then(end, end);
    setTimeout(end, longestWait);
  });
}

/** The query that the screen's loader prefetched. A failure of the prefetch is shown, not retried. */
export function useScreenQuery<Data, Shown, Key extends QueryKey>(query: UseQueryOptions<Data, Error, Shown, Key>) {
  return useQuery({ ...query, retryOnMount: false });
}
