import { type RawBuilder, sql } from 'kysely';
import type { Transaction } from '../../../db/database.ts';

/** Everybody who waits for a product in an account. Within it there is a line for each pool, and for each policy group. */
export interface Line {
  readonly account: string;
  readonly product: string;
}

/** The key of a line: a pool's id, or the policy group of licenses outside pools. */
export const groupKey = (kind: string) => `policies ${kind}`;
/** The policy group of a line of licenses outside pools; null for a pool's line. */
export function groupOf(key: string): string | null {
  return key.startsWith('policies ') ? key.slice('policies '.length) : null;
}

/** How long a waiter stays in a class before moving up. */
const riseMinutes = 30;

/** The class of a waiter in a line: that of the rules, or the one that was set, and one better after a while. */
export const effectiveClass = (key: RawBuilder<unknown>) => sql<number>`greatest(1,
  coalesce(waiters.class, (waiters.classes ->> ${key})::integer) - case
    when coalesce(waiters."class-since", waiters.since) <= now() - make_interval(mins => ${sql.lit(riseMinutes)}) then 1 else 0 end)`;

export const isOpen = sql<boolean>`waiters."ended-on" is null`;
export const isIn = ({ account, product }: Line) =>
  sql<boolean>`(waiters."account-id" = ${account} and waiters."product-id" = ${product} and ${isOpen})`;

/** The place of each waiter in each of their lines. Who takes over their own seat comes first, for that seat alone. */
export const ranked = (which: RawBuilder<boolean>) => sql<{ id: string; line: string; class: number; place: number }>`
select waiters.id, each.key as line, standing.class, (row_number() over (
    partition by waiters."account-id", waiters."product-id", each.key
    order by waiters."claimed-license" is null, standing.class, waiters.since, waiters.id))::integer as place
from waiters cross join lateral jsonb_object_keys(waiters.classes) as each (key)
  cross join lateral (select ${effectiveClass(sql`each.key`)} as class) as standing
where ${which}`;

/**
 * Orders the arrival of a waiter and the freeing of seats: either the waiter sees the free seat, or who frees it sees
 * the waiter. Those who free seats do not exclude each other.
 */
export async function lockArrivals(tx: Transaction, lines: readonly Line[], by: 'waiter' | 'freeing'): Promise<void> {
  const names = lines.map(({ account, product }) => `${account} ${product}`).sort();
  const lock = sql.raw(by === 'waiter' ? 'pg_advisory_xact_lock' : 'pg_advisory_xact_lock_shared');
  await sql`select ${lock}(hashtext('keyhold arrivals'), hashtext(name))
    from unnest(${names}::text[]) with ordinality as lines (name, number) order by number`.execute(tx);
}

/**
 * Locks a line against others that offer its seats. Held until the commit: nothing that others may lock is waited for
 * after it. Arrivals are locked before it, as by everybody.
 */
export async function lockLine(tx: Transaction, line: Line): Promise<void> {
  await Promise.all([
    lockArrivals(tx, [line], 'freeing'),
    sql`select pg_advisory_xact_lock(hashtext('keyhold line'), hashtext(${`${line.account} ${line.product}`}))`.execute(
      tx,
    ),
  ]);
}

/** Of some lines, those with waiters. */
export async function waitedFor(tx: Transaction, lines: readonly Line[]): Promise<Line[]> {
  const { rows } = await sql<Line>`
select account, product from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as lines (account uuid, product text)
where exists (select from waiters where waiters."account-id" = account and waiters."product-id" = product and ${isOpen})
order by account, product`.execute(tx);
  return rows;
}

/** Every line with waiters, by a loose index scan: its cost grows with the lines, not with the waiters. */
export async function everyLine(tx: Transaction): Promise<Line[]> {
  const { rows } = await sql<Line>`
with recursive lines (account, product) as (
  (select "account-id", "product-id" from waiters where ${isOpen} order by "account-id", "product-id" limit 1)
  union all
  select next."account-id", next."product-id" from lines cross join lateral (
    select "account-id", "product-id" from waiters
    where ${isOpen} and ("account-id", "product-id") > (lines.account, lines.product)
    order by "account-id", "product-id" limit 1) as next
)
select account, product from lines`.execute(tx);
  return rows;
}
