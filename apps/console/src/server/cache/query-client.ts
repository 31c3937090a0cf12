import { ApiError } from '@keyhold/client';
import { type Query, QueryClient, type QueryExecuteOptions, type QueryKey } from '@tanstack/react-query';
import { session } from '#session/session.ts';
import { type Kind, staleKinds } from './kinds.ts';

const attempts = 3;

/** Whether a retry may help: a refusal or a fault is final, a request to an unreachable server is retried. */
function mayPass(error: Error): boolean {
  return !(error instanceof ApiError) || error.status > 500;
}

/** The query cache. It is emptied when the session ends. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      // Offline, a query fails as without a server. By default it would wait, and delay the change that needs it.
      networkMode: 'always',
      refetchOnReconnect: true,
      retry: (failures, error) => failures < attempts - 1 && mayPass(error),
      retryDelay: (failures) => 300 * 2 ** failures,
    },
  },
});

/** By hash of their query, the refetches that follow a running fetch. */
const following = new Map<string, Promise<void>>();

/**
 * Invalidates a query, and refetches it if it is on the screen. A fetch in flight may be older than the change, but goes
 * on: under frequent changes, a screen whose fetches were cancelled would never be updated. One more fetch follows it.
 */
async function refetch(query: Query): Promise<void> {
  query.invalidate();
  if (query.state.fetchStatus === 'idle') return fetchIfShown(query);
  const next =
    following.get(query.queryHash) ??
    Promise.resolve(query.promise)
      .catch(() => undefined)
      .then(() => {
        following.delete(query.queryHash);
        // The end of the fetch made the query fresh.
        query.invalidate();
        return fetchIfShown(query);
      });
  following.set(query.queryHash, next);
  return next;
}

function fetchIfShown(query: Query): Promise<void> {
  const filters = { predicate: (each: Query) => each === query, type: 'active' } as const;
  return queryClient.refetchQueries(filters, { cancelRefetch: false });
}

/** Invalidates every query that shows these kinds; those on the screen are refetched. */
export async function refresh(...changed: readonly Kind[]): Promise<void> {
  const kinds = staleKinds(changed);
  await refetchAll(({ queryKey }) => kinds.has(queryKey[0]));
}

/** Invalidates every query, like {@link refresh}. */
export async function refreshAll(): Promise<void> {
  await refetchAll(() => true);
}

async function refetchAll(predicate: (query: Query) => boolean): Promise<void> {
  await Promise.all(queryClient.getQueryCache().findAll({ predicate }).map(refetch));
}

/** Fetches bypassing the cache. A fetch in flight may be older than a change, so it is cancelled. */
export async function fetchFresh<Data, Key extends QueryKey>(
  query: QueryExecuteOptions<Data, Error, Data, Data, Key>,
): Promise<Data> {
  await queryClient.cancelQueries({ queryKey: query.queryKey, exact: true });
  return queryClient.query({ ...query, staleTime: 0 });
}

// Another user, or nobody, starts with an empty cache.
let last = session.current()?.user.rn;
session.subscribe(({ auth }) => {
  if (auth?.user.rn === last) return;
  last = auth?.user.rn;
  queryClient.clear();
});
