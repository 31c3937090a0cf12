import { noRules, type Policy, type PoolRules, type Subject } from '@keyhold/contract';
import { type RawBuilder, sql } from 'kysely';
import { serverCaller } from '../../../../access/actor.ts';
import type { Transaction } from '../../../../db/database.ts';
import { type Installation, rnOf } from '../../../../installation.ts';
import { mayConsume } from '../../consume/picking/rank-seats.ts';
import { available } from '../../consume/picking/seat-request.ts';
import { needsUse, refusalOf } from '../../consume/pool-rules.ts';
import { readUse } from '../../consume/pool-use.sql.ts';
import { applyMoves } from '../../seat/apply-moves.ts';
import { announceWaiting } from './announce-waiting.ts';
import { endPlaces } from './end-places.ts';
import { groupOf, isIn, type Line } from './lines.sql.ts';
import { nextWaiters, subjectOfWaiter, type WaitingRow } from './waiters.sql.ts';

/** Waiters read at once: mostly, the first of them gets the seat. */
const chunk = 50;
/** Seats whose end is recorded at once. */
const mostEnded = 1000;
/** The lowest class. */
const lowestClass = 3;

/** Free seats of a line: of a pool, or of a policy group of licenses outside pools. */
interface FreeSeats {
  readonly key: string;
  /** Null outside pools. */
  readonly pool: { readonly id: string; readonly policies: readonly Policy[]; readonly rules: PoolRules } | null;
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
  await recordEnded(tx, installation, line);
  await withdrawOverdue(tx, installation, line);
  await offerClaimed(tx, installation, line);
  for (const seats of await findFreeSeats(tx, line)) {
    const notBelow = ahead === null ? lowestClass : ahead[seats.key];
    if (notBelow !== undefined) await offerEach(tx, installation, line, seats, notBelow);
  }
}

/** Records which seats time has freed since the last sweep. */
async function recordEnded(tx: Transaction, installation: Installation, { account, product }: Line): Promise<void> {
  const { rows } = await sql<{ id: string }>`
select id from licenses where "account-id" = ${account} and "product-id" = ${product} and "deleted-on" is null
  and "expires-at" <= now() and ("lease-state" in ('active', 'offline') and "freed-on" is null or "lease-state" = 'releasing')
order by id limit ${sql.lit(mostEnded)} for update skip locked`.execute(tx);
  await applyMoves(
    tx,
    serverCaller(installation),
    'time out',
    rows.map(({ id }) => id),
  );
}

/** Withdraws the offers whose time is over; the places of their waiters end. */
async function withdrawOverdue(tx: Transaction, installation: Installation, { account, product }: Line): Promise<void> {
  const { rows } = await sql<{ 'offered-to': string }>`
select "offered-to" from licenses where "offered-to" is not null and "offered-until" <= now()
  and "account-id" = ${account} and "product-id" = ${product} order by id for update skip locked`.execute(tx);
  const waiters = rows.map((row) => row['offered-to']);
  await endPlaces(tx, installation, waiters, 'offer-expired');
}

/** Offers the seats that their own users take over from another device. */
async function offerClaimed(tx: Transaction, installation: Installation, line: Line): Promise<void> {
  const { rows } = await sql<Pick<WaitingRow, 'id' | 'account-id' | 'product-id' | 'classes'> & { license: string }>`
select waiters.id, waiters."account-id", waiters."product-id", waiters.classes, licenses.id as license
from waiters join licenses on licenses.id = waiters."claimed-license"
where ${isIn(line)} and ${available({ releasedOn: null, version: null })}
  and licenses."lease-state" in ('free', 'active') and licenses."account-id" = waiters."account-id"
order by licenses.id for update of licenses skip locked`.execute(tx);
  for (const waiter of rows) await offer(tx, installation, waiter, waiter.license);
}

async function findFreeSeats(tx: Transaction, line: Line): Promise<FreeSeats[]> {
  const { account, product } = line;
  const isFree = available({ releasedOn: null, version: null });
  const idle = sql`licenses."account-id" = ${account} and licenses."product-id" = ${product} and licenses."deleted-on" is null
    and licenses.status = 'Active' and (licenses."lease-state" = 'free' or licenses."freed-on" is not null) and ${isFree}`;
  const { rows } = await sql<{
    key: string;
    pool: string | null;
    policies: Policy[] | null;
    rules: Partial<PoolRules> | null;
  }>`
with keys as materialized (
  select distinct each.key from waiters cross join lateral jsonb_object_keys(waiters.classes) as each (key) where ${isIn(line)}
)
select keys.key, pools.id as pool, pools.policies, pools.rules from keys join pools on pools.id::text = keys.key
where exists (select from licenses where licenses."pool-id" = pools.id and ${idle})
union all
select keys.key, null, null, null from keys where keys.key like 'policies %'
  and exists (select from licenses where licenses."pool-id" is null
    and licenses."policies-kind" = case when keys.key like 'policies %' then substr(keys.key, 10)::bigint end and ${idle})
order by key`.execute(tx);
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
  /** Those who may use none of these seats. */
  const passed: string[] = [];
  for (;;) {
    const waiters = await nextWaiters(tx, line, seats.key, { notBelow, except: passed, limit: chunk });
    for (const waiter of waiters) {
      const seat = await lockSeatFor(tx, installation, seats, waiter);
      if (seat === 'none left') return;
      if (seat === null) passed.push(waiter.id);
      else await offer(tx, installation, waiter, seat);
    }
    if (waiters.length < chunk) return;
  }
}

/** Locks a free seat that a waiter may use; null when they may use none. */
async function lockSeatFor(
  tx: Transaction,
  installation: Installation,
  { key, pool }: FreeSeats,
  waiter: WaitingRow,
): Promise<string | 'none left' | null> {
  const subject = subjectOfWaiter(installation, waiter);
  if (!waiter.active) return null;
  if (pool && !(await poolAllows(tx, installation, pool, waiter, subject))) return null;
  const { 'account-id': account, 'product-id': product, 'license-id': license } = waiter;
  const isAsked = { releasedOn: waiter['released-on']?.toISOString() ?? null, version: waiter['client-version'] };
  const which: RawBuilder<boolean> =
    pool === null
      ? sql`(licenses."pool-id" is null and licenses."policies-kind" = ${groupOf(key)}::bigint)`
      : sql`licenses."pool-id" = ${pool.id}`;
  const { rows } = await sql<{ id: string; policies: Policy[] }>`
select licenses.id, licenses.policies from licenses
where licenses."account-id" = ${account} and licenses."product-id" = ${product} and licenses."deleted-on" is null
  and licenses.status = 'Active' and (licenses."lease-state" = 'free' or licenses."freed-on" is not null)
  and licenses."lease-state" in ('free', 'active')
  and ${which} and (${license}::text is null or licenses.id = ${license}::text) and ${available(isAsked)}
order by licenses.overdraft, coalesce(licenses."last-device-id" = ${waiter['device-id']}, false) desc,
  coalesce(licenses."freed-on", licenses."created-on"), licenses.id
limit 1 for update of licenses skip locked`.execute(tx);
  const [seat] = rows;
  if (!seat) return license === null && isAsked.releasedOn === null && isAsked.version === null ? 'none left' : null;
  const allowed = pool !== null || mayConsume(seat.policies, rnOf(installation, account, 'license', seat.id), subject);
  return allowed ? seat.id : null;
}

async function poolAllows(
  tx: Transaction,
  installation: Installation,
  { id, policies, rules }: NonNullable<FreeSeats['pool']>,
  waiter: WaitingRow,
  subject: Subject,
): Promise<boolean> {
  if (!mayConsume(policies, rnOf(installation, waiter['account-id'], 'pool', id), subject)) return false;
  if (!needsUse(rules)) return true;
  return refusalOf(rules, await readUse(tx, id, rules, waiter['user-id']), subject.tags) === null;
}

/** Keeps a seat that is locked for a waiter, unless their place has ended. */
async function offer(
  tx: Transaction,
  installation: Installation,
  waiter: Pick<WaitingRow, 'id' | 'account-id' | 'product-id' | 'classes'>,
  seat: string,
): Promise<void> {
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
