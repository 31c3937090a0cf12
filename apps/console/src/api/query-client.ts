import { ApiError } from '@keyhold/client';
import { type FetchQueryOptions, QueryClient, type QueryKey } from '@tanstack/react-query';
import { staleKinds } from './keys.ts';
import { session } from './session.ts';

const attempts = 3;

/** The server's refusals and faults are answers; that it is away may pass, and is tried again. */
function mayPass(error: Error): boolean {
  return !(error instanceof ApiError) || error.status > 500;
}

/** The cache of what the server said. It is emptied when the session ends. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      retry: (failures, error) => failures < attempts - 1 && mayPass(error),
      retryDelay: (failures) => 300 * 2 ** failures,
    },
    mutations: { retry: false },
  },
});

/** Makes every query stale that shows something of these kinds; what is on the screen is asked for again. */
export function refresh(...types: string[]): Promise<void> {
  const kinds = staleKinds(types);
  return queryClient.invalidateQueries({ predicate: ({ queryKey }) => kinds.has(String(queryKey[0])) });
}

/** Fetches something now, whatever is cached; a fetch under way may have been answered before, and does not count. */
export async function fetchFresh<Data, Key extends QueryKey>(
  query: FetchQueryOptions<Data, Error, Data, Key>,
): Promise<Data> {
  await queryClient.cancelQueries({ queryKey: query.queryKey, exact: true });
  return queryClient.fetchQuery({ ...query, staleTime: 0 });
}

/** Nothing that one person saw is kept for the next. */
export function emptyCacheWithSession(): void {
  let last = session.current()?.user.rn;
  session.subscribe(({ auth }) => {
    if (auth?.user.rn === last) return;
    last = auth?.user.rn;
    queryClient.clear();
  });
}
