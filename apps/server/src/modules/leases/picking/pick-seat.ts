import { parseRn, type Subject } from '@keyhold/contract';
import { defer } from '@keyhold/pg-round-trip';
import { sql } from 'kysely';
import type { Actor } from '../../../access/actor.ts';
import type { Transaction } from '../../../db/database.ts';
import { isDatabaseError } from '../../../db/errors.ts';
import { rnOf } from '../../../installation.ts';
import { ProblemError } from '../../../problem.ts';
import { mayConsume, rankSeats } from './rank-seats.ts';
import { available, couldAllow, type SeatRequest, selectRequested } from './seat-request.ts';

/** Longest wait for a rival who is just taking or giving up a seat, in milliseconds. */
const rivalTimeout = 2000;
/** A policy may change between the ranking and the lock; so often in a row it does not. */
const attempts = 3;
/** More rivals than this at once wait for each other. */
const groupLimit = 200;

/**
 * Picks a seat for the user and locks it, or returns null when every one is taken. First among those that are not locked,
 * so that many can pick at once; if there is none, again with a short wait, because a rival's change may be undone.
 */
export async function pickSeat(
  tx: Transaction,
  actor: Actor,
  subject: Subject,
  request: SeatRequest,
  device: string,
): Promise<string | null> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const keys = await rankedKeys(tx, actor, subject, request, device);
    if (keys.length === 0) return null;
    const picked =
      (await lockFirst(tx, keys, request)) ?? (await whileWaiting(tx, () => lockAfterRivals(tx, keys, request)));
    if (!picked) return null;
    // The row as it is under the lock decides, not as it was when it was ranked.
    if (mayConsume(picked.policies, licenseRn(actor, picked.id), subject)) return picked.id;
  }
  return null;
}

/** The keys of the seats that are free and that the policies let the person take, best first. */
async function rankedKeys(tx: Transaction, actor: Actor, subject: Subject, request: SeatRequest, device: string) {
  const had = sql<boolean>`licenses."last-device-id" = ${device}`;
  // What the device had most recently, then what has been free for the longest.
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

/** Since when a seat that is free has been. */
const freeSince = sql<Date>`case licenses."lease-state" when 'free'
  then coalesce(licenses."freed-on", licenses."created-on") else licenses."expires-at" end`;

/** The first of some seats that is free and that nobody is locking, locked. */
function lockFirst(tx: Transaction, keys: readonly string[], request: SeatRequest) {
  return selectFirst(tx, keys, request).forUpdate().skipLocked().executeTakeFirst();
}

/**
 * The first of some seats that is free once its lock is released, locked. Those who wait share their waiting
 * first: where the rival took the seat, all of them learn it at once, and not each after the other.
 */
async function lockAfterRivals(tx: Transaction, keys: readonly string[], request: SeatRequest) {
  defer(tx, sql.raw('savepoint waiting'));
  const free = await selectFirst(tx, keys, request).forShare().executeTakeFirst();
  if (!free) return undefined;
  // To share it further would keep everybody from taking it.
  defer(tx, sql.raw('rollback to savepoint waiting'));
  return selectFirst(tx, keys, request).forUpdate().executeTakeFirst();
}

function selectFirst(tx: Transaction, keys: readonly string[], request: SeatRequest) {
  return tx
    .selectFrom('licenses')
    .select(['licenses.id', 'licenses.policies'])
    .where(sql<boolean>`licenses.id = any(${keys})`)
    .where('licenses.deleted-on', 'is', null)
    .where(available(request))
    .orderBy(sql`array_position(${keys}::text[], licenses.id)`)
    .limit(1);
}

/** Does something that may wait for rivals, but not for long. What it locked in vain is let go at once, since others wait, too. */
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
