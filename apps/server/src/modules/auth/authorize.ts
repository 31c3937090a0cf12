import type { calls } from '@keyhold/contract';
import { sql } from 'kysely';
import type { Caller } from '../../access/actor.ts';
import { inTransaction } from '../../db/database.ts';
import type { Procedure } from '../../http/bind.ts';
import { ProblemError } from '../../problem.ts';
import { signToken } from '../../sessions/tokens.ts';
import { addressLimit, countAttempt, emailLimit, forgiveAttempt } from './attempts.ts';
import { startSession } from './start-session.ts';

/** A password longer than any that can be set is not hashed; that tells nothing, since it depends on the input alone. */
const longestPassword = 1024;

export const authorize: Procedure<typeof calls.authorize, Caller> = async (services, caller, { body }) => {
  const email = body.username.trim();
  const { address } = caller.origin;
  services.passwords.requireRoom();
  await countAttempt(services.db, addressLimit, address);
  await countAttempt(services.db, emailLimit, email);

  const found = await inTransaction(services.db, 'every account', (tx) =>
    tx
      .selectFrom('users')
      .innerJoin('accounts', 'accounts.id', 'users.account-id')
      .select([
        'users.id',
        'users.account-id',
        'users.password-hash',
        'users.status',
        'accounts.status as account-status',
      ])
      .where(sql<boolean>`fold(users.email) = fold(${withoutNul(email)})`)
      .where('users.deleted-on', 'is', null)
      .where('accounts.deleted-on', 'is', null)
      .executeTakeFirst(),
  );
  const usable = Buffer.byteLength(body.password) <= longestPassword;
  const correct = await services.passwords.verify(found?.['password-hash'] ?? null, usable ? body.password : '');
  if (!found || !correct || !usable) throw refused('wrong-credentials', 'Invalid email or password');
  await forgiveAttempt(services.db, emailLimit, email);
  await forgiveAttempt(services.db, addressLimit, address);
  if (found['account-status'] === 'Inactive') throw refused('account-inactive', 'This account is inactive.');
  if (found.status === 'Inactive') throw refused('user-inactive', 'This user is inactive.');

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
    return startSession(tx, caller, { ...user, accountId: found['account-id'], name }, services.sessionHours);
  });
  return { token: await signToken(services.keys, started.session, started.user) };
};

function refused(code: string, message: string): ProblemError {
  return new ProblemError(401, [{ code, message }]);
}

/** PostgreSQL keeps no NUL in a text, so nobody's e-mail has one. */
function withoutNul(text: string): string {
  return text.replaceAll('\0', '\ufffd');
}
