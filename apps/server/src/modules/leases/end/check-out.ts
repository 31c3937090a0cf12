import { noRules, type PoolRules } from '@keyhold/contract';
import { validate as isUuid } from 'uuid';
import type { Actor } from '../../../access/actor.ts';
import { scopeOf } from '../../../access/guards.ts';
import { inTransaction, type Transaction } from '../../../db/database.ts';
import type { Operation, Procedure } from '../../../http/bind.ts';
import { conflict, invalid } from '../../../problem.ts';
import { lockOwnLease, refuseLease } from '../find-lease.ts';
import { moveSeats } from '../move-seats.ts';
import { readSubject } from '../picking/consumer.ts';
import { offlineRefusalOf } from '../picking/pool-rules.ts';
import { readUse } from '../picking/pool-use.sql.ts';
import { notEligible, poolLimit } from '../seat/lease-problems.ts';
import { type LeaseRow, selectLeases } from '../seat/lease-row.ts';
import { leaseReply } from '../token/lease-reply.ts';
import { openRootKey } from '../token/root-key.ts';

/** Checks a seat out for offline use. Idempotent: a retry, as after a lost reply, returns the same end. */
export const takeLeaseOffline: Procedure<'takeLeaseOffline'> = async (services, actor, { params, body }) => {
  // Nothing may fail after the commit: the client could not use the seat, and nobody else could.
  const certifying = { key: await services.keys.current(), root: await openRootKey(services) };
  const lease = await inTransaction(services.db, scopeOf(actor), (tx) => takeOffline(tx, actor, params.id, body));
  return { lease: await leaseReply(services, lease, { seq: 0, nonce: body.nonce }, certifying) };
};

/** Returns a seat before its offline use ends. Succeeds if the lease no longer exists. */
export const returnOfflineLease: Operation<'returnOfflineLease'> = async (tx, actor, { params, body }) => {
  const lease = await lockOwnLease(tx, actor, params.id, body.epoch);
  if (!lease) return {};
  if (lease['lease-state'] !== 'offline') {
    throw conflict('not-offline', 'This license is not in offline use. Check it in instead.');
  }
  await moveSeats(tx, actor, 'return', [lease.id]);
  return {};
};

async function takeOffline(
  tx: Transaction,
  actor: Actor,
  id: string,
  { epoch, days }: { readonly epoch: number; readonly days: number },
): Promise<LeaseRow> {
  const pool = await lockPoolOfLease(tx, id);
  const lease = await lockOwnLease(tx, actor, id, epoch);
  if (lease?.['lease-state'] === 'offline' && lease.taken) return lease;
  const stands = lease?.['lease-state'] === 'active' && lease.taken && lease.status === 'Active' && !lease.expired;
  if (!lease || !stands) throw await refuseLease(tx, actor, id, epoch);
  if (pool && lease['pool-id'] === pool.id) await requireOfflineUse(tx, actor, pool, days);
  await moveSeats(tx, actor, 'check out', [lease.id], { days });
  return selectLeases(tx).where('licenses.id', '=', lease.id).executeTakeFirstOrThrow();
}

interface LockedPool {
  readonly id: string;
  readonly rules: PoolRules;
}

/** Locks the pool of a lease before the lease itself, so that its seats in offline use can be counted. */
async function lockPoolOfLease(tx: Transaction, lease: string): Promise<LockedPool | null> {
  if (!isUuid(lease)) return null;
  const pool = await tx
    .selectFrom('pools')
    .select(['id', 'rules'])
    .where('id', 'in', (query) => query.selectFrom('licenses').select('pool-id').where('lease-id', '=', lease))
    .forNoKeyUpdate()
    .executeTakeFirst();
  return pool ? { id: pool.id, rules: { ...noRules, ...pool.rules } } : null;
}

/**
 * @throws {ProblemError} 403 when the pool's rule is for users with other tags, 400 for more days than it allows, 409 when
 * as many seats as it allows are in offline use
 */
async function requireOfflineUse(tx: Transaction, actor: Actor, { id, rules }: LockedPool, days: number) {
  const { offline } = rules;
  if (offline === null) return;
  const { tags } = await readSubject(tx, actor);
  if (offline.tags.length > 0 && !offline.tags.some((tag) => tags.includes(tag))) throw notEligible();
  if (days > offline.days) {
    throw invalid('days', `The pool of this license allows ${offline.days} days of offline use at most.`);
  }
  const refusal = offlineRefusalOf(rules, await readUse(tx, id, rules, actor.userId));
  if (refusal) throw poolLimit(refusal);
}
