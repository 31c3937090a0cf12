import { mayChange } from '@keyhold/contract';
import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely';
import type { Transaction } from '../../db/database.ts';
import { anyOf } from '../../db/expressions.ts';
import type { Schema } from '../../db/schema.ts';

/** Conditions for users of an account with neither passkey nor authenticator app, among administrators or everyone. */
export async function withoutFactor(
  tx: Transaction,
  account: string,
  among: 'administrators' | 'everyone',
): Promise<Expression<SqlBool>[]> {
  const { exists, not, or, selectFrom } = expressionBuilder<Schema, 'users'>();
  const factors = selectFrom('factors').whereRef('user-id', '=', 'users.id').where('kind', '<>', 'recovery-codes');
  const without = not(exists(factors));
  if (among === 'everyone') return [without];
  const roles = await tx.selectFrom('roles').select(['id', 'policies']).where('account-id', '=', account).execute();
  const changing = roles.filter(({ policies }) => mayChange(policies)).map(({ id }) => id);
  // Few users have policies of their own.
  const own = await tx
    .selectFrom('users')
    .select(['id', 'policies'])
    .where('account-id', '=', account)
    .where(sql<boolean>`policies <> '[]'`)
    .execute();
  const changers = own.filter(({ policies }) => mayChange(policies)).map(({ id }) => id);
  const changersRole = selectFrom('user-roles')
    .whereRef('user-id', '=', 'users.id')
    .where('role-id', '=', anyOf(changing));
  return [without, or([exists(changersRole), sql<SqlBool>`users.id = ${anyOf(changers)}`])];
}
