import { sql } from 'kysely';
import type { Transaction } from '../../../db/database.ts';
import type { Line } from './line/lines.sql.ts';

/** The fewest waiters from whom a time is estimated. */
const fewest = 20;
const days = 14;

/** The median time, in milliseconds, that those who got a seat had waited from each of some places; null where they were few. */
export async function readEstimates(tx: Transaction, { account, product }: Line, places: readonly number[]) {
  const { rows } = await sql<{ place: number; estimate: number }>`
select "first-place" as place,
  round(percentile_cont(0.5) within group (order by extract(epoch from "ended-on" - since) * 1000))::float8 as estimate
from waiters
where "account-id" = ${account} and "product-id" = ${product} and "ended-reason" = 'taken'
  and "ended-on" > now() - make_interval(days => ${sql.lit(days)}) and "first-place" = any(${places}::integer[])
group by "first-place" having count(*) >= ${sql.lit(fewest)}`.execute(tx);
  return new Map(rows.map(({ place, estimate }) => [place, estimate]));
}
