import { type DenialReason, parseRn, usageListLimit } from '@keyhold/contract';
import { planFor } from '@keyhold/pg-round-trip';
import { sql } from 'kysely';
import type { Actor } from '../../access/actor.ts';
import type { Transaction } from '../../db/database.ts';
import { catalogueRnOf, rnOf } from '../../installation.ts';
import { inUseIn } from '../../records/seat-conditions.ts';
import { ofPool } from './hourly-use.ts';
import type { UsageRange } from './usage-range.ts';
import { readUserRns } from './user-rns.ts';

/** The account, the range, and the product, or null for all products. */
export interface UsageScope {
  readonly account: string;
  readonly range: UsageRange;
  readonly product: string | null;
  /** The pool whose licenses alone count; null for all. */
  readonly pool?: string | null;
  /** The id of the only user who matters; null for all. */
  readonly user?: string | null;
}

/** Condition on the account, the days that the range touches, and the product. */
function inRange({ account, range, product, pool = null }: UsageScope) {
  const last = new Date(range.to.getTime() - 1);
  return sql<boolean>`"account-id" = ${planFor(account)} and day between ${dateOf(range.from)}::date and ${dateOf(last)}::date
    and (${product}::text is null or "product-id" = ${product}) and ${ofPool(pool)}`;
}

/** Condition on the pool of a license. */
function inPool({ pool = null }: UsageScope) {
  return pool === null ? sql<boolean>`true` : sql<boolean>`licenses."pool-id" = ${pool}`;
}

/** The UTC date of a moment, as `YYYY-MM-DD`. */
export function dateOf(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}

interface ProductRow {
  readonly id: string;
  readonly licenses: number;
  readonly 'in-use': number;
  readonly 'never-used': number;
  readonly 'last-used-on': Date | null;
}

/** The products of which the account has licenses, or which were used or refused within the range. */
export async function readProducts(tx: Transaction, scope: UsageScope) {
  const { rows } = await sql<ProductRow>`
    with owned as (
      select "product-id", count(*)::int as licenses,
        (count(*) filter (where ${inUseIn(scope.account)}))::int as in_use,
        (count(*) filter (where "activation-date" is null))::int as never_used
      from licenses where "account-id" = ${scope.account} and "deleted-on" is null and ${inPool(scope)} group by 1
    ),
    used as (select "product-id", max("last-on") as last_on from "usage-days-so-far" where ${inRange(scope)} group by 1),
    denied as (
      select distinct "product-id" from "usage-denials"
      where "account-id" = ${scope.account} and hour >= ${scope.range.from} and hour < ${scope.range.to}
    )
    select products.id, coalesce(licenses, 0) as licenses, coalesce(in_use, 0) as "in-use",
      coalesce(never_used, 0) as "never-used", last_on as "last-used-on"
    from products left join owned on owned."product-id" = products.id left join used on used."product-id" = products.id
    where (owned is not null or used is not null or products.id in (select "product-id" from denied))
      and (${scope.product}::text is null or products.id = ${scope.product})
    order by products.name collate "name-order", products.id`.execute(tx);
  return rows;
}

/** How much a user used licenses, altogether or of a product. */
interface Use {
  readonly uses: number;
  readonly seconds: number;
  readonly 'last-used-on': string;
}

/** The users and service accounts that used licenses, most recent use first, each with the products, the longest used first. */
export async function readUsers(tx: Transaction, actor: Actor, scope: UsageScope) {
  const { rows } = await sql<{ user: string; products: (Use & { product: string })[] }>`
    select "user-id" as user, jsonb_agg(jsonb_build_object('product', "product-id", 'uses', uses, 'seconds', seconds,
        'last-used-on', "last-on") order by seconds desc, "product-id") as products
    from (
      select "user-id", "product-id", sum(uses)::int as uses, sum(seconds)::float8 as seconds, max("last-on") as "last-on"
      from "usage-days-so-far" where ${inRange(scope)} and (${scope.user ?? null}::uuid is null or "user-id" = ${scope.user ?? null}::uuid)
      group by 1, 2
    ) as used
    group by 1 order by max("last-on") desc, 1 limit ${usageListLimit}`.execute(tx);
  const userRn = await readUserRns(
    tx,
    actor.installation,
    scope.account,
    rows.map(({ user }) => user),
  );
  return rows.map(({ user, products }) => ({
    user: userRn(user),
    ...sumOf(products),
    products: products.map(({ product, ...use }) => ({
      product: catalogueRnOf(actor.installation, 'product', product),
      ...sumOf([use]),
    })),
  }));
}

function sumOf(uses: readonly Use[]): Use {
  const last = Math.max(...uses.map((use) => Date.parse(use['last-used-on'])));
  return {
    uses: uses.reduce((sum, use) => sum + use.uses, 0),
    seconds: Math.round(uses.reduce((sum, { seconds }) => sum + seconds, 0)),
    'last-used-on': new Date(last).toISOString(),
  };
}

/** The licenses that are for one user alone and were never used, the longest waiting first. */
export async function readUnused(
  tx: Transaction,
  actor: Actor,
  { account, product, pool = null, user = null }: UsageScope,
) {
  const { rows } = await sql<{ license: string; product: string; user: string; since: Date }>`
    select id as license, "product-id" as product, "by-name"[1] as user, "updated-on" as since from licenses
    where "account-id" = ${account} and "deleted-on" is null and status = 'Active' and "activation-date" is null
      and not "by-conditions" and cardinality("by-name") = 1 and "pool-id" is null and ${pool}::uuid is null
      and (${product}::text is null or "product-id" = ${product})
    order by "updated-on", id limit ${usageListLimit}`.execute(tx);
  const isUser = (rn: string): boolean => {
    const { resourceType, resourceId } = parseRn(rn);
    return resourceType === 'user' && (user === null || resourceId === user);
  };
  return rows
    .filter((row) => isUser(row.user))
    .map((row) => ({
      user: row.user,
      license: rnOf(actor.installation, account, 'license', row.license),
      product: catalogueRnOf(actor.installation, 'product', row.product),
      since: row.since.toISOString(),
    }));
}

interface LicenseUse {
  readonly license: string;
  readonly product: string;
  readonly overdraft: boolean;
  readonly 'in-use': boolean;
  readonly uses: number;
  readonly seconds: number;
  readonly 'last-used-on': Date | null;
  readonly 'last-user': string | null;
}

/** The account's licenses, longest unused first. */
export async function readLicenses(tx: Transaction, actor: Actor, scope: UsageScope, license: string | null = null) {
  const { account } = scope;
  const { rows } = await sql<LicenseUse>`
    with used as (
      select "license-id", sum(uses)::int as uses, sum(seconds)::float8 as seconds from "usage-days-so-far"
      where ${inRange(scope)} group by 1
    )
    select licenses.id as license, licenses."product-id" as product, licenses.overdraft, coalesce(uses, 0) as uses,
      coalesce(seconds, 0) as seconds, ${inUseIn(account)} as "in-use",
      -- The activation date stands in for a use that is not recorded; the count of never used licenses also reads that date.
      coalesce(last."last-on", licenses."activation-date") as "last-used-on", last."user-id" as "last-user"
    from licenses left join used on used."license-id" = licenses.id
      left join lateral (
        -- The last use is on the latest summed day, which the primary key finds without reading earlier days.
        (select greatest(uses."started-on", least(now(), licenses."expires-at")) as "last-on", uses."user-id"
          from "license-uses" as uses where uses."license-id" = licenses.id and uses."ended-on" is null
            and uses."account-id" = licenses."account-id")
        union all
        (select days."last-on", days."user-id" from "usage-days" as days where days."license-id" = licenses.id
          -- A license that was moved here was used by others before.
            and days."account-id" = licenses."account-id"
          order by days.day desc, days."last-on" desc limit 1)
        order by 1 desc limit 1
      ) as last on true
    where licenses."account-id" = ${planFor(account)} and licenses."deleted-on" is null
      and (${scope.product}::text is null or licenses."product-id" = ${scope.product})
      and (${license}::text is null or licenses.id = ${license}) and ${inPool(scope)}
    order by "last-used-on" nulls first, licenses.id limit ${usageListLimit}`.execute(tx);
  const userRn = await readUserRns(
    tx,
    actor.installation,
    account,
    rows.flatMap((row) => row['last-user'] ?? []),
  );
  return rows.map((row) => ({
    ...row,
    license: rnOf(actor.installation, account, 'license', row.license),
    product: catalogueRnOf(actor.installation, 'product', row.product),
    seconds: Math.round(row.seconds),
    'last-used-on': row['last-used-on']?.toISOString() ?? null,
    'last-user': row['last-user'] && userRn(row['last-user']),
  }));
}

/** The refused requests by user, product and reason, latest first. */
export async function readDenials(
  tx: Transaction,
  actor: Actor,
  { account, range, product, user = null }: UsageScope,
  limit = usageListLimit,
) {
  let denials = tx
    .selectFrom('usage-denials')
    .select(['user-id as user', 'product-id as product', sql<DenialReason>`reason`.as('reason')])
    .select([sql<number>`sum(count)::int`.as('count'), sql<Date>`max("last-on")`.as('last-on')])
    .select(sql<string>`(array_agg("device-name" order by "last-on" desc))[1]`.as('device-name'))
    .where('account-id', '=', account)
    .where('hour', '>=', range.from)
    .where('hour', '<', range.to);
  if (product !== null) denials = denials.where('product-id', '=', product);
  if (user !== null) denials = denials.where('user-id', '=', user);
  const rows = await denials.groupBy(sql`1, 2, 3`).orderBy(sql`5 desc, 1, 2, 3`).limit(limit).execute();
  const userRn = await readUserRns(
    tx,
    actor.installation,
    account,
    rows.map(({ user }) => user),
  );
  return rows.map((row) => ({
    ...row,
    user: userRn(row.user),
    product: catalogueRnOf(actor.installation, 'product', row.product),
    'last-on': row['last-on'].toISOString(),
  }));
}
