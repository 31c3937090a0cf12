import { type AuditRow, accountIdOf, calls } from '@keyhold/contract';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { client } from './client.ts';
import { keys } from './keys.ts';

const pageSize = 20;

async function askAudit(rn: string, limit: number, cursor: string | undefined, signal: AbortSignal) {
  const query = { account: accountIdOf(rn), resource: rn, limit, ...(cursor && { cursor }) };
  return client.send(calls.listAudit, { query, signal });
}

/** What was done to a thing, the newest first, page by page. */
export function activityQuery(rn: string) {
  return infiniteQueryOptions({
    queryKey: keys.activity(rn),
    queryFn: ({ pageParam, signal }) => askAudit(rn, pageSize, pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page['next-cursor'] ?? undefined,
  });
}

/** The last things that were done to a thing. */
export function lastChangesQuery(rn: string, limit: number) {
  return queryOptions({
    queryKey: keys.lastChanges(rn),
    queryFn: async ({ signal }): Promise<AuditRow[]> => (await askAudit(rn, limit, undefined, signal)).items,
    staleTime: 0,
  });
}
