import { type AuditRow, accountIdOf, calls, parseRn } from '@keyhold/contract';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { keys } from '#server/cache/keys.ts';
import { isKind, type Kind } from '#server/cache/kinds.ts';
import { client } from '#server/client/client.ts';
import type { AccountScope } from '#session/selected-account.ts';

const pageSize = 20;

/** The kind of a record. */
function kindOf(rn: string): Kind {
  const { resourceType } = parseRn(rn);
  if (!isKind(resourceType)) throw new Error(`${rn} is no record of the console.`);
  return resourceType;
}

async function fetchAudit(rn: string, limit: number, cursor: string | undefined, signal: AbortSignal) {
  const query = { account: accountIdOf(rn), resource: rn, limit, ...(cursor && { cursor }) };
  return client.send(calls.listAudit, { query, signal });
}

/** The audit log of a record, the newest entry first. */
export function activityQuery(rn: string) {
  return infiniteQueryOptions({
    queryKey: keys[kindOf(rn)].activity(rn),
    queryFn: ({ pageParam, signal }) => fetchAudit(rn, pageSize, pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page['next-cursor'] ?? undefined,
  });
}

/** The latest entries of a record's log. */
export function lastChangesQuery(rn: string) {
  return queryOptions({
    queryKey: keys[kindOf(rn)].lastChanges(rn),
    queryFn: async ({ signal }): Promise<AuditRow[]> => (await fetchAudit(rn, 10, undefined, signal)).items,
    staleTime: 0,
  });
}

const retention = 30 * 86_400_000;

/** Records deleted in the last 30 days and not restored, the newest first. */
export function removedQuery({ accountId }: AccountScope, kind: 'User' | 'Tag') {
  const entriesOf = async (verb: 'Delete' | 'Restore', limit: number, signal: AbortSignal): Promise<AuditRow[]> => {
    const from = new Date(Date.now() - retention).toISOString();
    const query = { account: accountId, action: `iam:${verb}${kind}`, from, limit };
    return (await client.send(calls.listAudit, { query, signal })).items;
  };
  return queryOptions({
    queryKey: (kind === 'User' ? keys.user : keys.tag).removed(accountId),
    queryFn: async ({ signal }) => {
      // Records may be restored in another order than deleted, so more restores are read than deletions.
      const [deleted, restored] = await Promise.all([
        entriesOf('Delete', 100, signal),
        entriesOf('Restore', 1000, signal),
      ]);
      const entries = [...deleted, ...restored].sort((one, other) => other.seq - one.seq);
      const byRecord = Map.groupBy(entries, ({ resource }) => resource);
      return [...byRecord.values()].flatMap(([last]) => (last && deleted.includes(last) ? last : []));
    },
  });
}
