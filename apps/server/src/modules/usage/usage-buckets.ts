import type { UsageBucket } from '@keyhold/contract';
import { planFor } from '@keyhold/pg-round-trip';
import { type RawBuilder, sql } from 'kysely';
import type { Transaction } from '../../db/database.ts';
import { catalogueRnOf, type Installation } from '../../installation.ts';
import { hourlyUse, ofPool } from './hourly-use.ts';
import { lengthOf, type UsageRange } from './usage-range.ts';

interface BucketRow {
  readonly 'product-id': string;
  readonly start: Date;
  readonly peak: number;
  readonly seconds: number;
  readonly uses: number;
  readonly users: number;
  readonly denied: number;
}

/** The account, the range, and the pool, or null for all licenses. */
interface BucketScope {
  readonly account: string;
  readonly range: UsageRange;
  readonly pool: string | null;
}

/** The use of some products in an account for each hour or day of a range, in chronological order without gaps. */
export async function readBuckets(
  tx: Transaction,
  installation: Installation,
  scope: BucketScope,
  products: readonly string[],
): Promise<UsageBucket[]> {
  const { range } = scope;
  const rows = new Map(
    (await readRows(tx, scope)).map((row) => [`${row['product-id']} ${row.start.toISOString()}`, row]),
  );
  const items: UsageBucket[] = [];
  for (let start = range.from.getTime(); start < range.to.getTime(); start += lengthOf[range.interval]) {
    const time = new Date(start).toISOString();
    // The average of the current interval is taken over its elapsed part.
    const passed = Math.min(start + lengthOf[range.interval], Math.max(range.now.getTime(), start + 1)) - start;
    for (const product of products) {
      const row = rows.get(`${product} ${time}`);
      items.push({
        product: catalogueRnOf(installation, 'product', product),
        start: time,
        peak: row?.peak ?? 0,
        average: Math.round(((row?.seconds ?? 0) / (passed / 1000)) * 1000) / 1000,
        uses: row?.uses ?? 0,
        users: row?.users ?? 0,
        denied: row?.denied ?? 0,
      });
    }
  }
  return items;
}

async function readRows(tx: Transaction, { account, range, pool }: BucketScope): Promise<BucketRow[]> {
  const { interval, from, to } = range;
  // Hours are rolled up by product: those of a pool are computed from the individual uses.
  const mark = pool === null ? await tx.selectFrom('usage-marks').select('rolled-until').executeTakeFirst() : undefined;
  const rolled = new Date(Math.min(to.getTime(), Math.max(from.getTime(), mark?.['rolled-until'].getTime() ?? 0)));
  const start = (moment: RawBuilder<unknown>) => sql`date_trunc(${interval}, ${moment}, 'UTC')`;
  const { rows } = await sql<BucketRow>`
    with hours as (
      select "product-id", hour, peak, seconds, uses, users from "usage-hours"
      where "account-id" = ${planFor(account)} and hour >= ${from} and hour < ${rolled}
      union all select "product-id", hour, peak, seconds, uses, users from (${hourlyUse(rolled, to, account, pool)}) as so_far
    ),
    loads as (
      select "product-id", ${start(sql`hour`)} as start, max(peak) as peak, sum(seconds) as seconds, sum(uses)::int as uses,
        max(users) as users
      from hours group by 1, 2
    ),
    -- A user with uses in several hours of a day counts once in that day.
    people as (
      select "product-id", "start-of-day"(day) as start, count(distinct "user-id")::int as users from "usage-days-so-far"
      where "account-id" = ${account} and day >= (${from}::timestamptz at time zone 'UTC')::date
        and day < (${to}::timestamptz at time zone 'UTC')::date and ${interval} = 'day' and ${ofPool(pool)} group by 1, 2
    ),
    denials as (
      select "product-id", ${start(sql`hour`)} as start, sum(count)::int as denied from "usage-denials"
      where "account-id" = ${account} and hour >= ${from} and hour < ${to} group by 1, 2
    )
    select "product-id", start, coalesce(peak, 0) as peak, coalesce(seconds, 0) as seconds, coalesce(uses, 0) as uses,
      coalesce(people.users, loads.users, 0) as users, coalesce(denied, 0) as denied
    from loads left join people using ("product-id", start) full join denials using ("product-id", start)`.execute(tx);
  return rows;
}
