import { type PlaceEnding, usageListLimit, type WaitingUsage } from '@keyhold/contract';
import { sql } from 'kysely';
import type { Actor } from '../../access/actor.ts';
import type { Transaction } from '../../db/database.ts';
import { catalogueRnOf } from '../../installation.ts';
import type { UsageScope } from './usage-lists.ts';
import { readUserRns } from './user-rns.ts';

/** The ends of a place that are its waiter's own doing. */
const givenUp: readonly PlaceEnding[] = ['left', 'lost', 'offer-expired', 'too-long'];

interface Row extends Omit<WaitingUsage, 'last-on'> {
  readonly 'last-on': Date;
}

/** Who began to wait in a time, by user and product: those who waited longest in all come first. */
export async function readWaiting(
  tx: Transaction,
  actor: Actor,
  { account, range, product, pool = null, user = null }: UsageScope,
): Promise<WaitingUsage[]> {
  const { rows } = await sql<Row>`
select "user-id" as user, "product-id" as product, count(*)::int as count,
  (count(*) filter (where "ended-reason" = 'taken'))::int as taken,
  (count(*) filter (where "ended-reason" = any(${givenUp}::text[])))::int as "gave-up",
  sum(waited.ms)::float8 as "total-ms", max(waited.ms)::float8 as "longest-ms", max(since) as "last-on"
from waiters cross join lateral (select round(extract(epoch from greatest(coalesce("ended-on", now()) - since, '0')) * 1000) as ms) as waited
where "account-id" = ${account} and since >= ${range.from} and since < ${range.to}
  and (${product}::text is null or "product-id" = ${product}::text) and (${user}::uuid is null or "user-id" = ${user}::uuid)
  and (${pool}::text is null or waiters.classes ? ${pool}::text)
group by 1, 2 order by 6 desc, 1, 2 limit ${sql.lit(usageListLimit)}`.execute(tx);
  const userRn = await readUserRns(
    tx,
    actor.installation,
    account,
    rows.map((row) => row.user),
  );
  return rows.map((row) => ({
    ...row,
    user: userRn(row.user),
    product: catalogueRnOf(actor.installation, 'product', row.product),
    'last-on': row['last-on'].toISOString(),
  }));
}
