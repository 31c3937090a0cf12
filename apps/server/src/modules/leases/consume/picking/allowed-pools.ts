import { noRules, type Policy, type PoolRules, type Subject } from '@keyhold/contract';
import { compileOnce, type ParametersFor } from '@keyhold/pg-round-trip';
import { sql } from 'kysely';
import type { Transaction } from '../../../../db/database.ts';
import { type Installation, rnOf } from '../../../../installation.ts';
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

/**
 * Locks those of which a user may use a limited number of seats, and whose rules count nothing else, against other
 * requests of this user alone: others do not change the numbers that decide.
 */
export const lockOwnUse = compileOnce(
  (_tx: Transaction, search: ParametersFor<PoolSearch>) => sql`
select pg_advisory_xact_lock(hashtext('keyhold pool ' || id), hashtext(${search.rn}::text)) from (
  select pools.id from pools where ${matching(search)}
    and jsonb_path_exists(pools.rules, '$ ? (@."per-user" != null && !(exists (@.shares[*].tag)))')
  order by pools.id) as ruled`,
);

/** Locks those whose rules depend on the seats of several users against other consumers. */
export const lockRuledPools = compileOnce(
  (_tx: Transaction, search: ParametersFor<PoolSearch>) => sql`
select from pools where ${matching(search)}
  and jsonb_path_exists(pools.rules, '$.shares[*].tag')
order by pools.id for no key update`,
);

/** Selects all pools of an account that could give a user, or some users, a seat, without locks. */
export async function readPools(
  tx: Transaction,
  search: Pick<PoolSearch, 'account' | 'pool'> & {
    readonly product: string | null;
    readonly rn: string | readonly string[];
  },
) {
  const { account, product, rn, pool } = search;
  const rns = [rn].flat();
  const { rows } = await sql<PoolRow>`
select pools.id, pools."account-id", pools.policies, pools.rules from pools
where pools."account-id" = ${account} and (${product}::text is null or pools."product-id" = ${product}::text)
  and (${pool}::uuid is null or pools.id = ${pool}::uuid)
  and (jsonb_path_exists(pools.policies, '$[*].statements[*].conditions[*]') or ${rns}::text[] && "people-named"(pools.policies))
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
