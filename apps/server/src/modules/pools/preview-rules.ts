import { type PoolRules, parseRn } from '@keyhold/contract';
import { sql } from 'kysely';
import { validate as isUuid } from 'uuid';
import type { Actor } from '../../access/actor.ts';
import type { Transaction } from '../../db/database.ts';
import type { Operation } from '../../http/bind.ts';
import { type HolderFacts, holderRn } from '../../records/holder-rn.ts';
import { findPool } from '../../records/pools.sql.ts';
import { poolResource } from '../../records/resources.ts';
import { inUse } from '../../records/seat-conditions.ts';
import { offlineRefusalOf, refusalOf } from '../leases/picking/pool-rules.ts';
import { requireRuleTags } from './require-rules.ts';

/** The maximum number of people whom a preview names. */
const namedLimit = 100;

/**
 * Whom of those who use a pool now its rules would refuse, if all of them began again in the order in which they did.
 * Nothing is changed.
 */
export const previewPoolRules: Operation<'previewPoolRules'> = async (tx, actor, { params, body }) => {
  const row = await findPool(tx, actor, params.id);
  await requireRuleTags(tx, actor, row['account-id'], body, '');
  const pool = poolResource(actor.installation, row);
  const uses = await readUses(tx, actor, pool.rn, body);
  const refused = refusedBy(body, pool.seats + pool['overdraft-seats'], uses);
  return {
    people: new Set(uses.map(({ user }) => user)).size,
    refused: refused.size,
    users: [...refused].slice(0, namedLimit),
  };
};

/** One seat in use. */
interface SeatInUse {
  /** The rn of a user or service account. */
  readonly user: string;
  readonly offline: boolean;
  /** The tags of the user that the rules name, by rn. */
  readonly tags: readonly string[];
}

/** The users and service accounts that would be refused a seat, by rn. */
export function refusedBy(rules: PoolRules, seats: number, uses: readonly SeatInUse[]): ReadonlySet<string> {
  const refused = new Set<string>();
  const mine = new Map<string, number>();
  const byTag = new Map<string, number>();
  let given = 0;
  let offline = 0;
  for (const { user, tags, ...use } of uses) {
    const now = { free: seats - given, mine: mine.get(user) ?? 0, offline, byTag };
    const allowedOffline = !rules.offline?.tags.length || rules.offline.tags.some((tag) => tags.includes(tag));
    const mayOffline = allowedOffline && !offlineRefusalOf(rules, now);
    if (refusalOf(rules, now, tags) || (use.offline && !mayOffline)) {
      refused.add(user);
      continue;
    }
    given += 1;
    if (use.offline) offline += 1;
    mine.set(user, now.mine + 1);
    for (const tag of tags) byTag.set(tag, (byTag.get(tag) ?? 0) + 1);
  }
  return refused;
}

/** The seats of a pool in use, in the order in which they were taken. A pool has a bounded number of them. */
async function readUses(tx: Transaction, actor: Actor, pool: string, rules: PoolRules): Promise<SeatInUse[]> {
  const named = [...(rules.shares ?? []).map(({ tag }) => tag), ...(rules.offline?.tags ?? [])];
  const byId = new Map(named.map((rn) => [parseRn(rn).resourceId, rn]));
  const ids = [...byId.keys()].filter((id) => isUuid(id));
  const { rows } = await sql<HolderFacts & { offline: boolean; tags: string[] }>`
    select licenses."account-id", licenses."holder-id", licenses."machine-id", licenses."lease-state" = 'offline' as offline,
      array(select "tag-id"::text from "user-tags" where "user-tags"."user-id" = licenses."holder-id"
        and "tag-id" = any(${ids}::uuid[])) as tags
    from licenses where licenses."pool-id" = ${parseRn(pool).resourceId} and licenses."deleted-on" is null and ${inUse}
    order by licenses."leased-on", licenses.id`.execute(tx);
  return rows.map(({ tags, offline, ...holder }) => ({
    user: holderRn(actor.installation, holder) ?? '',
    offline,
    tags: tags.map((id) => byId.get(id) ?? id),
  }));
}
