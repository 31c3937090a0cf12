import { noRules, type Policy, type PoolRules, type Subject } from '@keyhold/contract';
import { compileOnce, type ParametersFor } from '@keyhold/pg-round-trip';
import { sql } from 'kysely';
import type { Transaction } from '../../../db/database.ts';
import { type Installation, rnOf } from '../../../installation.ts';
import { expired } from '../../../records/license-term.ts';
import { taken } from '../../../records/seat-conditions.ts';
import { idleInPool, orderInPool } from './idle-in-pool.ts';
import { type Precedence, precedenceOf } from './rank-seats.ts';

/** A pool whose seats a user may use. */
export interface AllowedPool {
  readonly id: string;
  readonly rn: string;
  readonly policies: readonly Policy[];
  readonly rules: PoolRules;
  readonly precedence: Precedence;
}

interface PoolRow {
  readonly id: string;
  readonly 'account-id': string;
  readonly policies: Policy[];
  readonly rules: Partial<PoolRules>;
}

/** The criteria for the pools that could give a seat. */
export interface PoolSearch {
  readonly account: string;
  readonly product: string;
  readonly rn: string;
  /** The pool of the requested license; null for every pool of the product. */
  readonly pool: string | null;
}

/** A prefilter, as `couldAllow` for licenses: skips pools of others. */
const matching = ({ account, product, rn, pool }: ParametersFor<PoolSearch>) => sql`
  pools."account-id" = ${account} and pools."product-id" = ${product} and (${pool}::uuid is null or pools.id = ${pool}::uuid)
  and (jsonb_path_exists(pools.policies, '$[*].statements[*].conditions[*]') or ${rn} = any("people-named"(pools.policies)))`;

/**
 * Selects the pools that could give a user a seat, and locks them against changes of their consumers and rules until the
 * commit. Consumers do not wait for each other here.
 */
export const lockPools = compileOnce(
  (_tx: Transaction, search: ParametersFor<PoolSearch>) => sql<PoolRow>`
select pools.id, pools."account-id", pools.policies, pools.rules from pools where ${matching(search)}
order by pools.id for key share`,
);

/** Locks those that limit the seats of each user against other requests of this user: others do not change their number. */
export const lockOwnUse = compileOnce(
  (_tx: Transaction, search: ParametersFor<PoolSearch>) => sql`
select pg_advisory_xact_lock(hashtext('keyhold pool ' || id), hashtext(${search.rn}::text)) from (
  select pools.id from pools where ${matching(search)} and jsonb_path_exists(pools.rules, '$ ? (@."per-user" != null)')
  order by pools.id) as ruled`,
);

const hasShares = sql`jsonb_path_exists(pools.rules, '$.shares[*].tag')`;

/** At most so many transactions take seats at the same time, one each: PostgreSQL has no more connections. */
const mostAtOnce = sql<number>`current_setting('max_connections')::integer`;

/**
 * The pool keeps enough seats free for its reserves even if every connection took one at this moment, so that its
 * consumers need not wait for each other. Of several pools, none is: their numbers are compared.
 */
const isRoomy = (search: ParametersFor<PoolSearch>) => sql<boolean>`(
  (select count(*) from pools where ${matching(search)} and ${hasShares}) = 1
  and (select count(*) from (
    select from licenses where licenses."pool-id" = pools.id and ${idleInPool} and not ${taken} and not ${expired}
    order by ${orderInPool} limit ${reservesOf} + ${mostAtOnce}) as idle) = ${reservesOf} + ${mostAtOnce})`;
const reservesOf = sql<number>`(select coalesce(sum((share ->> 'reserve')::integer), 0)
  from jsonb_array_elements(pools.rules -> 'shares') as share)`;

interface LockSearch extends PoolSearch {
  /** Whether all are locked alone. */
  readonly alone: boolean;
}

/** Locks the pools whose rules depend on the seats of several users, and that are not roomy, against all other consumers. */
export const lockTightPools = compileOnce(
  (_tx: Transaction, search: ParametersFor<LockSearch>) => sql<{
    id: string;
  }>`
select pools.id from pools where ${matching(search)} and ${hasShares} and (${search.alone}::boolean or not ${isRoomy(search)})
order by pools.id for no key update`,
);

/** Locks the roomy ones against consumers that lock a pool alone. Whether they are roomy is decided again afterwards. */
export const lockRoomyPools = compileOnce(
  (_tx: Transaction, search: ParametersFor<LockSearch>) => sql<{
    id: string;
    others: number;
  }>`
select pools.id, ${mostAtOnce} - 1 as others from pools
where ${matching(search)} and ${hasShares} and not ${search.alone}::boolean and ${isRoomy(search)}
order by pools.id for share`,
);

/**
 * Selects all pools of an account that could give a user, or some users, a seat, without locks.
 *
 * @param search.withLicenses whether only pools are meant that have a license, be it suspended or ended for a while
 */
export async function readPools(
  tx: Transaction,
  search: Pick<PoolSearch, 'account' | 'pool'> & {
    readonly product: string | null;
    readonly rn: string | readonly string[];
    readonly withLicenses?: boolean;
  },
) {
  const { account, product, rn, pool, withLicenses = false } = search;
  const rns = [rn].flat();
  const { rows } = await sql<PoolRow>`
select pools.id, pools."account-id", pools.policies, pools.rules from pools
where pools."account-id" = ${account} and (${product}::text is null or pools."product-id" = ${product}::text)
  and (${pool}::uuid is null or pools.id = ${pool}::uuid)
  and (jsonb_path_exists(pools.policies, '$[*].statements[*].conditions[*]') or ${rns}::text[] && "people-named"(pools.policies))
  and (not ${withLicenses}::boolean or exists (
    select from licenses where licenses."pool-id" = pools.id and licenses."deleted-on" is null))
order by pools.id`.execute(tx);
  return rows;
}

/** The pools whose policies allow a user to use them, best first: those that name the user, then by tags, then others. */
export function allowedPools(
  installation: Installation,
  rows: readonly PoolRow[],
  subject: Subject,
): readonly AllowedPool[] {
  return rows
    .flatMap(({ id, 'account-id': account, policies, rules }) => {
      const rn = rnOf(installation, account, 'pool', id);
      const precedence = precedenceOf(policies, rn, subject);
      return precedence === null ? [] : [{ id, rn, policies, rules: { ...noRules, ...rules }, precedence }];
    })
    .sort((one, other) => one.precedence - other.precedence);
}
