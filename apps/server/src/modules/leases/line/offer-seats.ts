import { noRules } from '@keyhold/contract';
import { sql } from 'kysely';
import { serverCaller } from '../../../access/actor.ts';
import type { Transaction } from '../../../db/database.ts';
import type { Installation } from '../../../installation.ts';
import { available } from '../picking/seat-request.ts';
import { applyMoves } from '../seat/apply-moves.ts';
import { announceWaiting } from './announce-waiting.ts';
import { linesFor, type Wish } from './eligible-lines.ts';
import { endPlaces } from './end-places.ts';
import { isEndedIn, readFreeKeys } from './free-seats.sql.ts';
import { isIn, type Line, lockLine } from './lines.sql.ts';
import { createSeatFinder, type FreeSeats } from './next-seat.ts';
import { nextWaiters, type WaitingRow } from './waiters.sql.ts';

/** Waiters read at once: mostly, the first of them gets the seat; later, many of those who may use none. */
const fewWaiters = 5;
const manyWaiters = 500;
/** Seats whose end is recorded at once. */
const mostEnded = 1000;
/** The lowest class. */
const lowestClass = 3;

/**
 * Offers the free seats that a newcomer could use to waiters who come before them: what is free afterwards is the
 * newcomer's. A consume does so before it takes a seat, and explanations before they name one.
 */
export async function offerToEarlier(tx: Transaction, installation: Installation, newcomer: Wish): Promise<void> {
  const { account, product } = newcomer;
  const line = { account, product };
  await lockLine(tx, line);
  await offerSeats(tx, installation, line, await linesFor(tx, installation, newcomer));
}

/**
 * Offers the free seats of a product to who waits for them: each to the first who may use it. Rights are decided once more
 * when the seat is taken, under locks. The caller has locked the line (`lockLine`).
 *
 * @param ahead the classes of a newcomer in each line: only seats of these lines are offered, to waiters who come before
 *   them; null for all
 */
export async function offerSeats(
  tx: Transaction,
  installation: Installation,
  line: Line,
  ahead: Readonly<Record<string, number>> | null = null,
): Promise<void> {
  // Each pair is one round trip: other transactions wait for the line.
  const [ended, overdue] = await Promise.all([readEnded(tx, line), readOverdue(tx, line)]);
  await applyMoves(tx, serverCaller(installation), 'time out', ended);
  await endPlaces(tx, installation, overdue, 'offer-expired');
  const [claimed, free] = await Promise.all([readClaimed(tx, line), findFreeSeats(tx, line)]);
  for (const waiter of claimed) await offer(tx, installation, waiter, waiter.license);
  for (const seats of free) {
    const notBelow = ahead === null ? lowestClass : ahead[seats.key];
    if (notBelow !== undefined) await offerEach(tx, installation, line, seats, notBelow);
  }
}

/** Locks the seats that time has freed since the last sweep. */
async function readEnded(tx: Transaction, line: Line): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
select id from licenses where ${isEndedIn(line)} order by id limit ${sql.lit(mostEnded)} for update skip locked`.execute(
    tx,
  );
  return rows.map(({ id }) => id);
}

/** The waiters who did not take the seat that was offered to them. Their places end. */
async function readOverdue(tx: Transaction, { account, product }: Line): Promise<string[]> {
  const { rows } = await sql<{ 'offered-to': string }>`
select "offered-to" from licenses where "offered-to" is not null and "offered-until" <= now()
  and "account-id" = ${account} and "product-id" = ${product} order by id for update skip locked`.execute(tx);
  return rows.map((row) => row['offered-to']);
}

type OfferedWaiter = Pick<WaitingRow, 'id' | 'account-id' | 'product-id' | 'classes'>;

/** Those who take over their own seat of another device, which is free. Locks it. */
async function readClaimed(tx: Transaction, line: Line): Promise<(OfferedWaiter & { readonly license: string })[]> {
  const { rows } = await sql<OfferedWaiter & { readonly license: string }>`
select waiters.id, waiters."account-id", waiters."product-id", waiters.classes, licenses.id as license
from waiters join licenses on licenses.id = waiters."claimed-license"
where ${isIn(line)} and ${available({ releasedOn: null, version: null })}
  and licenses."lease-state" in ('free', 'active') and licenses."account-id" = waiters."account-id"
order by licenses.id for update of licenses skip locked`.execute(tx);
  return rows;
}

async function findFreeSeats(tx: Transaction, line: Line): Promise<FreeSeats[]> {
  const rows = await readFreeKeys(tx, line, 'waited for');
  return rows.map(({ key, pool, policies, rules }) => ({
    key,
    pool: pool === null ? null : { id: pool, policies: policies ?? [], rules: { ...noRules, ...rules } },
  }));
}

/** Offers the free seats of one line, one after the other. */
async function offerEach(
  tx: Transaction,
  installation: Installation,
  line: Line,
  seats: FreeSeats,
  notBelow: number,
): Promise<void> {
  const finder = createSeatFinder(tx, installation, line, seats);
  /** Those who may use none of these seats. */
  const passed: string[] = [];
  for (let limit = fewWaiters; ; limit = manyWaiters) {
    const { neededTags } = finder;
    const waiters = await nextWaiters(tx, line, seats.key, { notBelow, except: passed, neededTags, limit });
    for (const waiter of waiters) {
      const seat = await finder.lockFor(waiter);
      if (seat === 'none left') return;
      if (seat === null) passed.push(waiter.id);
      else await offer(tx, installation, waiter, seat);
    }
    if (waiters.length < limit) return;
  }
}

/** Keeps a seat that is locked for a waiter, unless their place has ended. */
async function offer(tx: Transaction, installation: Installation, waiter: OfferedWaiter, seat: string): Promise<void> {
  const standing = await tx
    .selectFrom('waiters')
    .select('id')
    .where('id', '=', waiter.id)
    .where('ended-on', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!standing) return;
  await applyMoves(tx, serverCaller(installation), 'offer', [seat], { waiter: waiter.id });
  announceWaiting(tx, installation, [waiter]);
}
