import { summaryDays, summaryLimit } from '@keyhold/contract';
import { sql } from 'kysely';
import { accountOf } from '../../access/guards.ts';
import { anyOf, type Transaction } from '../../db/database.ts';
import type { Operation } from '../../http/bind.ts';
import { catalogueRnOf } from '../../installation.ts';
import { inUseIn } from '../leases/lease-row.ts';
import { hourlyUse } from '../usage/hourly-use.ts';
import { resourcesOf } from '../usage/usage.ts';
import { readDenials } from '../usage/usage-lists.ts';
import { lengthOf, readRange, type UsageRange } from '../usage/usage-range.ts';

export const getSummary: Operation<'getSummary' | 'getAccountSummary'> = async (tx, actor, { query }) => {
  const account = await accountOf(tx, actor, query);
  const range = await readSummaryRange(tx);
  const scope = { account, range, product: null };
  const [owned, inUse, unused, refusals, denials] = await Promise.all([
    countOwned(tx, account),
    countInUse(tx, account),
    countUnused(tx, account),
    countRefusals(tx, account, range),
    readDenials(tx, actor, scope, summaryLimit),
  ]);
  const products = [...owned]
    .map(([id, licenses]) => ({ id, licenses, inUse: inUse.get(id) ?? 0 }))
    .toSorted((a, b) => b.inUse - a.inUse || b.licenses - a.licenses || a.id.localeCompare(b.id))
    .slice(0, summaryLimit);
  const ids = products.map(({ id }) => id);
  const peaks = await readPeaks(tx, account, range, ids);
  return {
    since: range.from.toISOString(),
    licenses: { total: sumOf(owned), 'in-use': sumOf(inUse), 'never-used': unused },
    products: products.map((product) => ({
      product: catalogueRnOf(actor.installation, 'product', product.id),
      licenses: product.licenses,
      'in-use': product.inUse,
      peaks: peaks.get(product.id) ?? [],
    })),
    refusals,
    denials,
    resources: await resourcesOf(
      tx,
      actor,
      ids.concat(productsOf(denials)),
      denials.map(({ user }) => user),
    ),
  };
};

/** The days of a summary, as the database's clock counts them. */
export function readSummaryRange(tx: Transaction): Promise<UsageRange> {
  return readRange(tx, {}, 'day', summaryDays);
}

function productsOf(denials: readonly { readonly product: string }[]): string[] {
  return denials.map(({ product }) => product.slice(product.lastIndexOf(':') + 1));
}

function sumOf(counts: ReadonlyMap<string, number>): number {
  return [...counts.values()].reduce((sum, count) => sum + count, 0);
}

interface ProductCount {
  readonly product: string;
  readonly count: number;
}

function byProduct({ rows }: { readonly rows: readonly ProductCount[] }): Map<string, number> {
  return new Map(rows.map(({ product, count }) => [product, count]));
}

/** How many licenses of each product an account has. */
async function countOwned(tx: Transaction, account: string) {
  return byProduct(
    await sql<ProductCount>`select "product-id" as product, count(*)::int as count from licenses
      where "account-id" = ${account} and "deleted-on" is null group by 1`.execute(tx),
  );
}

/** How many of them are in use; only those that nobody has freed can be, which an index knows. */
async function countInUse(tx: Transaction, account: string) {
  return byProduct(
    await sql<ProductCount>`select "product-id" as product, count(*)::int as count from licenses
      where "account-id" = ${account} and "deleted-on" is null and "freed-on" is null and ${inUseIn(account)}
      group by 1`.execute(tx),
  );
}

async function countUnused(tx: Transaction, account: string): Promise<number> {
  const { count } = await tx
    .selectFrom('licenses')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('account-id', '=', account)
    .where('deleted-on', 'is', null)
    .where('activation-date', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}

/** How many people were refused a license, and how often; in every account where none is named. */
export function countRefusals(tx: Transaction, account: string | null, { from }: UsageRange) {
  let denials = tx
    .selectFrom('usage-denials')
    .select([
      sql<number>`count(distinct "user-id")::int`.as('people'),
      sql<number>`coalesce(sum(count), 0)::int`.as('times'),
    ])
    .where('hour', '>=', from);
  if (account !== null) denials = denials.where('account-id', '=', account);
  return denials.executeTakeFirstOrThrow();
}

/** The highest number in use at the same time on each day of a range, by product. */
async function readPeaks(tx: Transaction, account: string, range: UsageRange, products: readonly string[]) {
  const mark = await tx.selectFrom('usage-marks').select('rolled-until').executeTakeFirst();
  const rolled = new Date(Math.max(range.from.getTime(), mark?.['rolled-until'].getTime() ?? 0));
  const { rows } = await sql<{ product: string; day: number; peak: number }>`
    with hours as (
      select "product-id", hour, peak from "usage-hours"
      where "account-id" = ${account} and "product-id" = ${anyOf(products, 'text')} and hour >= ${range.from} and hour < ${rolled}
      union all select "product-id", hour, peak from (${hourlyUse(rolled, range.to, account)}) as so_far
    )
    select "product-id" as product, floor(extract(epoch from hour - ${range.from}::timestamptz) / 86400)::int as day,
      max(peak)::int as peak
    from hours group by 1, 2`.execute(tx);
  const days = Math.round((range.to.getTime() - range.from.getTime()) / lengthOf.day);
  const peaks = new Map(products.map((product) => [product, new Array<number>(days).fill(0)]));
  for (const { product, day, peak } of rows) peaks.get(product)?.splice(day, 1, peak);
  return peaks;
}
