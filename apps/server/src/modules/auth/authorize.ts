import type { calls } from '@keyhold/contract';
import { sql } from 'kysely';
import type { Caller } from '../../access/actor.ts';
import { inTransaction, type Transaction } from '../../db/database.ts';
import type { Procedure } from '../../http/bind.ts';
import { ProblemError } from '../../problem.ts';
import { signToken } from '../../sessions/tokens.ts';
import { addressLimit, emailLimit, forgiveLater, noteAttempt, tooManyAttempts } from './attempts.ts';
import { startSession } from './start-session.ts';

/** A password longer than any that can be set is not hashed; that tells nothing, since it depends on the input alone. */
const longestPassword = 1024;

export const authorize: Procedure<typeof calls.authorize, Caller> = async (services, caller, { body }) => {
  const email = body.username.trim();
  const { address } = caller.origin;
  services.passwords.requireRoom();
  const { wait, found } = await inTransaction(services.db, 'every account', async (tx) => {
    const wait = (await noteAttempt(tx, addressLimit, address)) || (await noteAttempt(tx, emailLimit, email));
    return { wait, found: wait > 0 ? undefined : await findByEmail(tx, email) };
  });
  if (wait > 0) throw tooManyAttempts(wait);
  const usable = Buffer.byteLength(body.password) <= longestPassword;
  const correct = await services.passwords.verify(found?.['password-hash'] ?? null, usable ? body.password : '');
  if (!found || !correct || !usable) throw refused('wrong-credentials', 'Invalid email or password');
  const forgive = (tx: Transaction) => {
    forgiveLater(tx, emailLimit, email);
    forgiveLater(tx, addressLimit, address);
  };
  const inactive = inactiveProblem(found);
  if (inactive) {
    await inTransaction(services.db, 'every account', async (tx) => forgive(tx));
    throw inactive;
  }

  const started = await inTransaction(services.db, { account: found['account-id'] }, async (tx) => {
    // Read again under a lock: what was checked above must still hold when the session begins.
    const user = await tx
      .selectFrom('users')
      .select(['id', 'first-name', 'last-name', 'email'])
      .where('id', '=', found.id)
      .where('password-hash', '=', found['password-hash'])
      .where('status', '=', 'Active')
      .where('deleted-on', 'is', null)
      .forUpdate()
      .executeTakeFirst();
    if (!user) throw refused('wrong-credentials', 'Invalid email or password');
    const name = `${user['first-name']} ${user['last-name']}`;
    const who = { ...user, accountId: found['account-id'], name };
    const begun = await startSession(tx, caller, who, services.sessionHours);
    forgive(tx);
    return begun;
  });
  return { token: await signToken(services.keys, started.session, started.user) };
};

function findByEmail(tx: Transaction, email: string) {
  return tx
    .selectFrom('users')
    .innerJoin('accounts', 'accounts.id', 'users.account-id')
    .select([
      'users.id',
      'users.account-id',
      'users.password-hash',
      'users.status',
      'accounts.status as account-status',
    ])
    .where(sql<boolean>`users."folded-email" = fold(${withoutNul(email)})`)
    .where('users.deleted-on', 'is', null)
    .where('accounts.deleted-on', 'is', null)
    .executeTakeFirst();
}

type Found = NonNullable<Awaited<ReturnType<typeof findByEmail>>>;

/** Told only to who knows the password. */
function inactiveProblem(found: Found): ProblemError | null {
  if (found['account-status'] === 'Inactive') return refused('account-inactive', 'This account is inactive.');
  return found.status === 'Inactive' ? refused('user-inactive', 'This user is inactive.') : null;
}

function refused(code: string, message: string): ProblemError {
  return new ProblemError(401, [{ code, message }]);
}

/** PostgreSQL keeps no NUL in a text, so nobody's e-mail has one. */
function withoutNul(text: string): string {
  return text.replaceAll('\0', '\ufffd');
}
