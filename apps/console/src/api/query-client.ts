import { ApiError } from '@keyhold/client';
import { QueryClient, type QueryExecuteOptions, type QueryKey } from '@tanstack/react-query';
import { session } from './session.ts';
import { staleKinds } from './stale-kinds.ts';

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

/** Invalidates every query that shows these kinds; those on the screen are refetched. */
export function refresh(...types: string[]): Promise<void> {
  const kinds = staleKinds(types);
  return queryClient.invalidateQueries({ predicate: ({ queryKey }) => kinds.has(String(queryKey[0])) });
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
