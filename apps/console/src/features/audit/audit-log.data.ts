import { calls, type QueryInputOf } from '@keyhold/contract';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { keys } from '#server/cache/keys.ts';
import { client } from '#server/client/client.ts';
import { download } from '#ui/button/download.ts';
import type { LogFilters } from './log-filters.ts';

const pageSize = 50;

/** The filters as the server takes them. Both days are whole: the last one ends at midnight, UTC. */
function queryOf(account: string, { actor, action, resource, from, to }: LogFilters) {
  return {
    account,
    ...(actor && { actor }),
    ...(action && { action }),
    ...(resource && { resource }),
    ...(from && { from: `${from}T00:00:00.000Z` }),
    ...(to && { to: new Date(Date.parse(`${to}T00:00:00.000Z`) + 86_400_000).toISOString() }),
  };
}

/**
 * The log of an account, the newest entry first.
 *
 * @param account an id, or `all` for those of every account
 */
export function auditLogQuery(account: string, filters: LogFilters) {
  const query = queryOf(account, filters);
  return infiniteQueryOptions({
    queryKey: keys.audit.log(account, query),
    queryFn: ({ pageParam, signal }) =>
      client.send(calls.listAudit, {
        query: { ...query, limit: pageSize, ...(pageParam && { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page['next-cursor'] ?? undefined,
  });
}

/** Downloads every entry that the filters find, the oldest first. */
export async function saveLog(
  account: string,
  filters: LogFilters,
  file: Required<Pick<QueryInputOf<typeof calls.exportAudit>, 'format' | 'separator'>>,
): Promise<void> {
  const response = await client.open(calls.exportAudit, { query: { ...queryOf(account, filters), ...file } });
  const type = response.headers.get('content-type') ?? 'text/plain';
  download(`audit-${new Date().toISOString().slice(0, 10)}.${file.format}`, await response.text(), type);
}
