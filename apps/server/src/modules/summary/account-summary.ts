import { resourceIdOf, summaryDays, summaryLimit } from '@keyhold/contract';
import { planFor } from '@keyhold/pg-round-trip';
import { sql } from 'kysely';
import { accountOf } from '../../access/guards.ts';
import type { Transaction } from '../../db/database.ts';
import { anyOf } from '../../db/expressions.ts';
import type { Operation } from '../../http/bind.ts';
import { catalogueRnOf } from '../../installation.ts';
import { inUseIn } from '../../records/seat-conditions.ts';
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
  const peaks = await readPeaks(tx, account, range, products);
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

/** The days of a summary, by the database's clock. */
export function readSummaryRange(tx: Transaction): Promise<UsageRange> {
  return readRange(tx, {}, 'day', summaryDays);
}

function productsOf(denials: readonly { readonly product: string }[]): string[] {
  return denials.map(({ product }) => resourceIdOf(product));
}

function sumOf(counts: ReadonlyMap<string, number>): number {
  return [...counts.values()].reduce((sum, count) => sum + count, 0);
}

function countByProduct(tx: Transaction, account: string) {
  return tx
    .selectFrom('licenses')
    .select(({ fn }) => ['product-id as product', fn.countAll<number>().as('count')])
    .where('account-id', '=', planFor(account))
    .where('deleted-on', 'is', null)
    .groupBy('product-id');
}

function byProduct(rows: readonly { readonly product: string; readonly count: number }[]): Map<string, number> {
  return new Map(rows.map(({ product, count }) => [product, count]));
}

/** The number of an account's licenses by product. */
async function countOwned(tx: Transaction, account: string) {
  return byProduct(await countByProduct(tx, account).execute());
}

/** The number of licenses in use by product. Only those with `freed-on` null can be in use, which an index covers. */
async function countInUse(tx: Transaction, account: string) {
  const used = countByProduct(tx, account).where('freed-on', 'is', null).where(inUseIn(account));
  return byProduct(await used.execute());
}

async function countUnused(tx: Transaction, account: string): Promise<number> {
  const { count } = await tx
    .selectFrom('licenses')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('account-id', '=', planFor(account))
    .where('deleted-on', 'is', null)
    .where('activation-date', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}

/** The number of users who were refused a license, and the number of refusals. */
function countRefusals(tx: Transaction, account: string, { from }: UsageRange) {
  return tx
    .selectFrom('usage-denials')
    .select(({ fn }) => [
      fn.count<number>('user-id').distinct().as('people'),
      sql<number>`coalesce(sum(count), 0)::int`.as('times'),
    ])
    .where('account-id', '=', planFor(account))
    .where('hour', '>=', from)
    .executeTakeFirstOrThrow();
}

interface DayPeak {
  readonly product: string;
  readonly day: number;
  readonly peak: number;
}

/**
 * The peak number of licenses in use on each day of a range, by product. Rolled-up hours store it; the peak of today's
 * later hours is computed backwards from the number in use now.
 */
async function readPeaks(
  tx: Transaction,
  account: string,
  range: UsageRange,
  products: readonly { readonly id: string; readonly inUse: number }[],
) {
  const ids = products.map(({ id }) => id);
  const [{ rows }, { rows: later }] = await Promise.all([
    sql<DayPeak>`
      select "product-id" as product, floor(extract(epoch from hour - ${range.from}::timestamptz) / 86400)::int as day,
        max(peak)::int as peak
      from "usage-hours" where "account-id" = ${planFor(account)} and "product-id" = ${anyOf(ids, 'text')} and hour >= ${range.from}
      group by 1, 2`.execute(tx),
    sql<{ product: string; more: number }>`
      with since as (
        select greatest(date_trunc('day', now(), 'UTC'), (select "rolled-until" from "usage-marks")) as start
      ),
      uses as (
        select "product-id", "started-on", "ended-on", start from "license-uses" cross join since
        where "account-id" = ${planFor(account)} and ("ended-on" is null or "ended-on" >= start)
      ),
      moves as (
        select "product-id", "started-on" as moment, 1 as change from uses where "started-on" >= start
        union all select "product-id", "ended-on", -1 from uses where "ended-on" is not null
      ),
      -- Changes at the same moment are summed.
      levels as (select "product-id", -sum(change) over (partition by "product-id" order by moment desc) as more from moves)
      select "product-id" as product, max(more)::int as more from levels group by 1`.execute(tx),
  ]);
  const days = Math.round((range.to.getTime() - range.from.getTime()) / lengthOf.day);
  const more = new Map(later.map((row) => [row.product, row.more]));
  return new Map(
    products.map(({ id, inUse }) => {
      const peaks = new Array<number>(days).fill(0);
      for (const { product, day, peak } of rows) if (product === id) peaks[day] = peak;
      peaks[days - 1] = Math.max(peaks[days - 1] ?? 0, inUse + Math.max(0, more.get(id) ?? 0));
      return [id, peaks];
    }),
  );
}
