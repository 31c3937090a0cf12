import { type Challenge, passwordLimit } from '@keyhold/contract';
import type { Caller } from '../../access/actor.ts';
import { undoAttempts } from '../../access/attempts.ts';
import { inTransaction } from '../../db/database.ts';
import type { PublicProcedure } from '../../http/bind.ts';
import { ProblemError } from '../../problem.ts';
import type { Services } from '../../services.ts';
import { signToken } from '../../tokens/tokens.ts';
import { beginSessionAfterAttempt } from '../sessions/begin-session.ts';
import { challengeIfDue } from './challenge-if-due.ts';
import { markToLeave, originOf } from './device-marks.ts';
import { type Found, findSigningInUser } from './find-signing-in-user.ts';
import { inactiveProblem } from './inactive.ts';
import { type PasswordRule, passwordRuleOf, singleSignOnOnly } from './password-rule.ts';

/** Two round trips, with the password check between them; a third when a second factor may be due. */
export const authorize: PublicProcedure<'authorize'> = async (services, caller, { body }, context) => {
  const email = body.username.trim();
  // The contract empties a name that is too long to be an e-mail.
  if (email === '') throw wrongCredentials();
  services.passwords.requireRoom();
  const origin = originOf(services, caller, context);
  const attempt = await findSigningInUser(services.db, email, origin);
  const { found: stored } = attempt;
  // A password longer than any that can be set is not hashed; this reveals nothing: it depends on the input only.
  const usable = Buffer.byteLength(body.password.normalize('NFC')) <= passwordLimit;
  const storedHash = stored?.['password-hash'] ?? null;
  const match = await services.passwords.match(storedHash, usable ? body.password : '');
  if (!stored || storedHash === null || match === 'no' || !usable) throw wrongCredentials();
  const passwordHash = match === 'as typed' ? await rehash(services, stored.id, storedHash, body.password) : storedHash;
  const found = { ...stored, 'password-hash': passwordHash };
  const inactive = inactiveProblem(found);
  if (inactive) {
    await inTransaction(services.db, 'every account', async (tx) => {
      undoAttempts(tx, attempt.keys);
    });
    throw inactive;
  }

  if (found['more-possible']) {
    const { rule, challenge } = await lookFurther(services, caller, found, attempt.keys);
    if (rule === 'refused') throw singleSignOnOnly();
    if (challenge) return { challenge };
  }
  const who = { id: found.id, accountId: found['account-id'], passwordHash };
  const mark = await markToLeave(services, context, { issued: attempt.markIssued });
  const started = await beginSessionAfterAttempt(services.db, caller, who, services.sessionHours, { mark, attempt });
  if (!started) throw wrongCredentials();
  mark.give();
  return { token: await signToken(services.keys, started.session, started.user) };
};

/** Replaces the hash of a password from before passwords were normalized; returns the hash to sign in with. */
async function rehash(
  { db, passwords }: Pick<Services, 'db' | 'passwords'>,
  user: string,
  old: string,
  password: string,
): Promise<string> {
  const hash = await passwords.hash(password);
  await inTransaction(db, 'every account', (tx) =>
    tx
      .updateTable('users')
      .set({ 'password-hash': hash })
      .where('id', '=', user)
      // A password that was changed in the meantime stays, and this sign-in fails.
      .where('password-hash', '=', old)
      .execute(),
  );
  return hash;
}

/**
 * Returns what a sign-in with a correct password requires in addition: the challenge of a due second factor, or single
 * sign-on. The attempt did not fail, but earlier failures still count: a correct password alone clears nothing.
 */
async function lookFurther(
  { db }: Pick<Services, 'db'>,
  caller: Caller,
  found: Found,
  counted: readonly string[],
): Promise<{ readonly rule: PasswordRule; readonly challenge: Challenge | null }> {
  return inTransaction(db, { account: found['account-id'] }, async (tx) => {
    const unchanged = await tx
      .selectFrom('users')
      .select('id')
      .where('id', '=', found.id)
      .where('password-hash', '=', found['password-hash'])
      .forShare()
      .executeTakeFirst();
    if (!unchanged) throw wrongCredentials();
    const who = { id: found.id, accountId: found['account-id'] };
    const rule = await passwordRuleOf(tx, caller.installation, who);
    const always = rule === 'with a factor';
    const challenge = rule === 'refused' ? null : await challengeIfDue(tx, caller, who, { always });
    if (challenge || rule === 'refused') undoAttempts(tx, counted);
    return { rule, challenge };
  });
}

function wrongCredentials(): ProblemError {
  return new ProblemError(401, [{ code: 'wrong-credentials', message: 'Invalid email or password' }]);
}
