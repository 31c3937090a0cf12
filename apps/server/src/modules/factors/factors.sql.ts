import { type Factor, type Language, mayChange, type Policy, type SecondFactorPolicy } from '@keyhold/contract';
import { sql } from 'kysely';
import { fullName } from '../../access/actor.ts';
import { allPolicies, rolePolicies } from '../../access/rights.ts';
import type { Transaction } from '../../db/database.ts';

/** The owner of factors, as mails and the audit log name them. */
export interface FactorOwner {
  readonly id: string;
  readonly accountId: string;
  readonly email: string;
  readonly name: string;
  readonly language: Language | null;
}

const columns = ['id', 'kind', 'name', 'created-on', 'last-used-on'] as const;
const left = sql<number | null>`cardinality("code-hashes")`.as('left');

/** The factors of a user, the oldest first and the recovery codes last. */
export async function selectFactors(tx: Transaction, userId: string): Promise<Factor[]> {
  const rows = await tx
    .selectFrom('factors')
    .select([...columns, left])
    .where('user-id', '=', userId)
    .orderBy(sql`kind = 'recovery-codes'`)
    .orderBy('id')
    .execute();
  return rows.map(factorResource);
}

/** A factor as replies show it, without its secrets. */
function factorResource(row: {
  readonly id: string;
  readonly kind: Factor['kind'];
  readonly name: string;
  readonly 'created-on': Date;
  readonly 'last-used-on': Date | null;
  readonly left: number | null;
}): Factor {
  return {
    id: row.id,
    kind: row.kind,
    name: row.name,
    'created-on': row['created-on'].toISOString(),
    'last-used-on': row['last-used-on']?.toISOString() ?? null,
    ...(row.left === null ? {} : { left: row.left }),
  };
}

/**
 * Locks a user, after their account, which serializes changes of their factors.
 *
 * @returns null when there is no such user
 */
export async function lockOwner(tx: Transaction, userId: string): Promise<FactorOwner | null> {
  const row = await tx
    .selectFrom('accounts')
    .innerJoin('users', 'users.account-id', 'accounts.id')
    .select(['users.id', 'account-id', 'users.email', 'first-name', 'last-name', 'language'])
    .where('users.id', '=', userId)
    .where('users.deleted-on', 'is', null)
    .forKeyShare('accounts')
    .forNoKeyUpdate('users')
    .executeTakeFirst();
  if (!row) return null;
  return {
    id: row.id,
    accountId: row['account-id'],
    email: row.email,
    name: fullName(row),
    language: row.language,
  };
}

/** Whether a policy of an account requires a second factor of a user with these permissions. */
function asksFor(policy: SecondFactorPolicy, policies: readonly Policy[]): boolean {
  return policy === 'everyone' || (policy === 'administrators' && mayChange(policies));
}

/** Whether a user's account requires a second factor of them. */
export async function requiresSecondFactor(tx: Transaction, userId: string): Promise<boolean> {
  const user = await policiesOfUser(tx, userId);
  return asksFor(user['second-factor'], user.policies);
}

/** A user's policies, their own and those of their roles, and the second-factor policy of their account. */
export async function policiesOfUser(tx: Transaction, userId: string) {
  const user = await tx
    .selectFrom('users')
    .innerJoin('accounts', 'accounts.id', 'users.account-id')
    .select(['accounts.second-factor', 'users.policies'])
    .select(rolePolicies('user', 'users.id'))
    .where('users.id', '=', userId)
    .executeTakeFirstOrThrow();
  return { 'second-factor': user['second-factor'], policies: allPolicies(user) };
}
