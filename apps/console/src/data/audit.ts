import { type AuditRow, accountIdOf, calls, parseRn } from '@keyhold/contract';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { keys } from '#server/cache/keys.ts';
import { isKind, type Kind } from '#server/cache/kinds.ts';
import { client } from '#server/client/client.ts';

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

/** The kinds of records that can be restored: the actions of the audit log, and their cached queries. */
const removable = {
  Account: { ended: 'adm:DeleteAccount', restored: 'adm:RestoreAccount', queries: keys.account },
  User: { ended: 'iam:DeleteUser', restored: 'iam:RestoreUser', queries: keys.user },
  Tag: { ended: 'iam:DeleteTag', restored: 'iam:RestoreTag', queries: keys.tag },
  License: { ended: 'license:VoidLicense', restored: 'license:RestoreLicense', queries: keys.license },
  AddonLicense: { ended: 'license:VoidLicense', restored: 'license:RestoreLicense', queries: keys['addon-license'] },
} as const;
export type RemovableKind = keyof typeof removable;

/** The action of the audit log, and the permission, for the deletion of a kind of record. */
export const deletionOf = (kind: RemovableKind) => removable[kind].ended;

/** Later changes first. The numbers of entries are those of their own account's log. */
function byTime(one: AuditRow, other: AuditRow): number {
  return one.on === other.on ? other.seq - one.seq : one.on < other.on ? 1 : -1;
}

/**
 * Records deleted in the last 30 days and not restored, the newest first.
 *
 * @param account an id, or `all` for those of every account
 */
export function removedQuery(account: string, kind: RemovableKind) {
  const { ended, restored: brought, queries } = removable[kind];
  const entriesOf = async (action: string, limit: number, signal: AbortSignal): Promise<AuditRow[]> => {
    const from = new Date(Date.now() - retention).toISOString();
    const query = { account, action, from, limit };
    return (await client.send(calls.listAudit, { query, signal })).items;
  };
  return queryOptions({
    queryKey: queries.removed(account),
    queryFn: async ({ signal }) => {
      // Records may be restored in another order than deleted, so more restores are read than deletions.
      const [deleted, restored] = await Promise.all([entriesOf(ended, 100, signal), entriesOf(brought, 1000, signal)]);
      const byRecord = Map.groupBy([...deleted, ...restored].sort(byTime), ({ resource }) => resource);
      const latest = [...byRecord.values()].flatMap(([last]) => (last && deleted.includes(last) ? last : []));
      // The entries of licenses are also those of add-on licenses.
      const [own] = queries.removed(account);
      return latest.filter(({ resource }) => kindOf(resource) === own);
    },
  });
}

/** Whether anybody has ever used a license, in whichever account; for provider staff of a small installation. */
export const everUsedQuery = queryOptions({
  queryKey: keys.audit.everUsed(),
  queryFn: async ({ signal }): Promise<boolean> => {
    const query = { account: 'all', action: 'license:ConsumeLicense', limit: 1 };
    return (await client.send(calls.listAudit, { query, signal })).items.length > 0;
  },
});
