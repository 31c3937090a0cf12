import { type Policy, parseRn } from '@keyhold/contract';
import { sql } from 'kysely';
import { validate as isUuid } from 'uuid';
import { type Actor, type Caller, crossesAccounts } from '../access/actor.ts';
import { type Database, inTransaction } from '../db/database.ts';
import { rnOf } from '../installation.ts';
import { unauthenticated } from '../problem.ts';
import type { SigningKeys } from './signing-keys.ts';
import { verifyToken } from './tokens.ts';

/** `last-used-on` of a session is this exact, in seconds: a busy session does not write with each of its calls. */
const lastUsedPrecision = 60;

/**
 * Finds out who makes a request: the token's session, user, account and permissions as the database has them now.
 *
 * @throws {ProblemError} 401 when there is no token, or its session, user or account is no longer good.
 */
export async function authenticate(
  db: Database,
  keys: SigningKeys,
  caller: Caller,
  authorization: string | undefined,
): Promise<Actor> {
  const token = authorization?.replace(/^Bearer\s+/i, '').trim();
  if (!token) throw unauthenticated();
  const subject = await verifyToken(keys, token);
  if (!isUuid(subject.session)) throw unauthenticated();

  const row = await inTransaction(db, 'every account', async (tx) => {
    const found = await tx
      .selectFrom('sessions')
      .innerJoin('users', 'users.id', 'sessions.user-id')
      .innerJoin('accounts', 'accounts.id', 'users.account-id')
      .select(['users.id', 'users.account-id', 'users.email', 'users.first-name', 'users.last-name', 'users.policies'])
      .select(sql<boolean>`sessions."last-used-on" < now() - make_interval(secs => ${lastUsedPrecision})`.as('rested'))
      .select((query) =>
        query
          .selectFrom('user-roles')
          .innerJoin('roles', 'roles.id', 'user-roles.role-id')
          .select(sql<Policy[][] | null>`jsonb_agg(roles.policies)`.as('policies'))
          .whereRef('user-roles.user-id', '=', 'users.id')
          .as('role-policies'),
      )
      .where('sessions.id', '=', subject.session)
      .where('sessions.ended-on', 'is', null)
      .where('sessions.expires-on', '>', sql<Date>`now()`)
      .where('users.status', '=', 'Active')
      .where('users.deleted-on', 'is', null)
      .where('accounts.status', '<>', 'Inactive')
      .where('accounts.deleted-on', 'is', null)
      .executeTakeFirst();
    if (found?.rested) {
      await tx.updateTable('sessions').set({ 'last-used-on': sql`now()` }).where('id', '=', subject.session).execute();
    }
    return found;
  });
  if (!row || parseRn(subject.user).resourceId !== row.id) throw unauthenticated();

  const policies = [...row.policies, ...(row['role-policies'] ?? []).flat()];
  return {
    ...caller,
    accountId: row['account-id'],
    userId: row.id,
    sessionId: subject.session,
    rn: rnOf(caller.installation, row['account-id'], 'user', row.id),
    email: row.email,
    name: `${row['first-name']} ${row['last-name']}`,
    policies,
    crossesAccounts: crossesAccounts(caller.installation, row['account-id'], policies),
  };
}
