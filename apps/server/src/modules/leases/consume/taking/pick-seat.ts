import { parseRn, type Subject } from '@keyhold/contract';
import { defer } from '@keyhold/pg-round-trip';
import { sql } from 'kysely';
import type { Actor } from '../../../../access/actor.ts';
import type { Transaction } from '../../../../db/database.ts';
import { isDatabaseError } from '../../../../db/errors.ts';
import { rnOf } from '../../../../installation.ts';
import { ProblemError } from '../../../../problem.ts';
import { mayConsume, rankSeats } from '../../picking/rank-seats.ts';
import { available, couldAllow, type SeatRequest, selectRequested } from '../../picking/seat-request.ts';

/** Maximum wait for the lock of a rival that is taking or giving up a seat, in milliseconds. */
const rivalTimeout = 2000;
/** Attempts to pick a seat, since a policy may change between the ranking and the lock. */
const attempts = 3;
/** Maximum seats considered per policy group; more concurrent rivals than this wait for each other. */
const groupLimit = 200;

/**
 * Picks a seat for the user and locks it, or returns null when all are taken. First skips locked seats, so that
 * concurrent requests do not block each other; if none is left, waits briefly, because a rival's transaction may roll
 * back.
 *
 * @param options.pool the pool that gives the seat, whose policies allow the user; null for licenses outside pools
 * @param options.isPatient whether to wait for rivals; not while a lock is held that they may wait for
 */
export async function pickSeat(
  tx: Transaction,
  actor: Actor,
  subject: Subject,
  request: SeatRequest,
  device: string,
  { pool = null as string | null, isPatient = true } = {},
): Promise<string | null> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const keys =
      pool === null
        ? await rankedKeys(tx, actor, subject, request, device)
        : await pooledKeys(tx, actor, pool, request, device);
    if (keys.length === 0) return null;
    const picked =
      (await lockFirst(tx, keys, request, pool)) ??
      (isPatient ? await whileWaiting(tx, () => lockAfterRivals(tx, keys, request, pool)) : undefined);
    if (!picked) return null;
    // Re-check under the lock: the row may have changed since it was ranked. The policies of a pool are locked.
    if (pool !== null || mayConsume(picked.policies, licenseRn(actor, picked.id), subject)) return picked.id;
  }
  return null;
}

/** The keys of the free seats that the policies allow the user to take, best first. */
async function rankedKeys(tx: Transaction, actor: Actor, subject: Subject, request: SeatRequest, device: string) {
  const had = sql<boolean>`licenses."last-device-id" = ${device}`;
  // The device's most recent seat first, then those that have been free the longest.
  const order = sql`case when ${had} then ${freeSince} end desc nulls last, ${freeSince}, licenses.id`;
  const groups = await selectRequested(tx, actor, request)
    .select([
      'policies',
      sql<string[]>`(array_agg(licenses.id order by ${order}))[1:${sql.lit(groupLimit)}]`.as('keys'),
    ])
    .where(available(request))
    .where(couldAllow(subject.rn))
    .groupBy('policies')
    .orderBy(sql`max(${freeSince}) filter (where ${had}) desc nulls last, min(${freeSince}), min(licenses.id)`)
    .execute();
  const seats = groups.map(({ policies, keys }) => ({ policies, licenses: keys.map((key) => licenseRn(actor, key)) }));
  return rankSeats(seats, subject).map((license) => parseRn(license).resourceId);
}

/** The keys of a pool's free seats, best first; overdraft seats last. */
async function pooledKeys(tx: Transaction, actor: Actor, pool: string, request: SeatRequest, device: string) {
  const had = sql<boolean>`coalesce(licenses."last-device-id" = ${device} and not licenses.overdraft, false)`;
  const rows = await selectRequested(tx, actor, request)
    .select('licenses.id')
    .where('licenses.pool-id', '=', pool)
    .where(available(request))
    .orderBy('licenses.overdraft')
    .orderBy(sql`case when ${had} then ${freeSince} end desc nulls last`)
    .orderBy(freeSince)
    .orderBy('licenses.id')
    .limit(groupLimit)
    .execute();
  return rows.map(({ id }) => id);
}

/** The time since which a free seat has been free. */
const freeSince = sql<Date>`case licenses."lease-state" when 'free'
  then coalesce(licenses."freed-on", licenses."created-on") else licenses."expires-at" end`;

/** Locks the first of some seats that is free and not locked by another transaction. */
function lockFirst(tx: Transaction, keys: readonly string[], request: SeatRequest, pool: string | null) {
  return selectFirst(tx, keys, request, pool).forUpdate().skipLocked().executeTakeFirst();
}

/**
 * Waits for rivals, then locks the first of some seats that is still free. The waiters take a share lock first: if the
 * rival took the seat, all of them find out at once rather than one after the other.
 */
async function lockAfterRivals(tx: Transaction, keys: readonly string[], request: SeatRequest, pool: string | null) {
  defer(tx, sql.raw('savepoint waiting'));
  const free = await selectFirst(tx, keys, request, pool).forShare().executeTakeFirst();
  if (!free) return undefined;
  // Keeping the share lock would keep every waiter from taking the seat.
  defer(tx, sql.raw('rollback to savepoint waiting'));
  return selectFirst(tx, keys, request, pool).forUpdate().executeTakeFirst();
}

function selectFirst(tx: Transaction, keys: readonly string[], request: SeatRequest, pool: string | null) {
  return tx
    .selectFrom('licenses')
    .select(['licenses.id', 'licenses.policies'])
    .where(sql<boolean>`licenses.id = any(${keys})`)
    .where('licenses.deleted-on', 'is', null)
    .where(sql<boolean>`licenses."pool-id" is not distinct from ${pool}::uuid`)
    .where(available(request))
    .orderBy(sql`array_position(${keys}::text[], licenses.id)`)
    .limit(1);
}

/** Runs a query that may wait briefly for rivals. Locks that led to no seat are released at once, since others wait. */
async function whileWaiting<Row>(tx: Transaction, lock: () => Promise<Row | undefined>): Promise<Row | undefined> {
  defer(tx, sql.raw('savepoint rivals'));
  defer(tx, sql.raw(`set local lock_timeout = ${rivalTimeout}`));
  const picked = await lock().catch((error: unknown) => {
    throw isDatabaseError(error) && error.code === lockNotAvailable ? busy() : error;
  });
  if (picked) defer(tx, sql.raw('set local lock_timeout to default'));
  else defer(tx, sql.raw('rollback to savepoint rivals'));
  return picked;
}

const lockNotAvailable = '55P03';

function busy(): ProblemError {
  const message = 'Too many people want a license at this moment. Try again shortly.';
  return new ProblemError(503, [{ code: 'busy', message }], { retryAfter: 1 });
}

function licenseRn(actor: Actor, key: string): string {
  return rnOf(actor.installation, actor.accountId, 'license', key);
}
