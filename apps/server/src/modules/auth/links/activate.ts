import { authorOf, type Caller, fullName } from '../../../access/actor.ts';
import { addressLimit, countAttempt, emailKeyOf } from '../../../access/attempts.ts';
import { audit } from '../../../audit/audit.ts';
import { condition, userMayBegin } from '../../../db/conditions.ts';
import { type Database, inTransaction, type Transaction } from '../../../db/database.ts';
import { clock, now } from '../../../db/expressions.ts';
import type { PublicProcedure } from '../../../http/bind.ts';
import { passwordChangedMail } from '../../../mail/messages.ts';
import { queueMail } from '../../../mail/outbox.ts';
import { requireGoodPassword } from '../../../passwords/good-password.ts';
import { invalid } from '../../../problem.ts';
import { activateAccountOf } from '../../../records/accounts.sql.ts';
import { hashOfSecret } from '../../../secrets/random-secret.ts';
import { signToken } from '../../../tokens/tokens.ts';
import { endChallenges } from '../../factors/challenges.ts';
import { signedOut } from '../../leases/seat/seat.ts';
import { beginSession } from '../../sessions/begin-session.ts';
import { endSessions } from '../../sessions/end-sessions.ts';
import { challengeIfDue } from '../challenge-if-due.ts';
import { endDeviceMarks, markToLeave } from '../device-marks.ts';
import { passwordRuleOf, singleSignOnOnly } from '../password-rule.ts';
import { endActivationKeys } from './activation-keys.ts';
import { confirmEmail, noteConfirmation } from './email-confirmation.ts';

export const activate: PublicProcedure<'activate'> = async (services, caller, { body }, cookies) => {
  const hash = hashOfSecret(body['activation-key']);
  const newPassword = body['new-password'];
  services.passwords.requireRoom();
  const found = await findKeyOrCount(services.db, caller, hash);
  requireGoodPassword(newPassword, found.email);

  const passwordHash = await services.passwords.hash(newPassword);
  const mark = await markToLeave(services, cookies);
  const started = await inTransaction(services.db, { account: found['account-id'] }, async (tx) => {
    // Locks the account before its user, the order of every change.
    await tx.selectFrom('accounts').select('id').where('id', '=', found['account-id']).forUpdate().execute();
    const key = await selectKey(tx, hash).forUpdate(['activation-keys', 'users']).executeTakeFirst();
    if (!key) throw invalidKey();
    const user = {
      id: key['user-id'],
      accountId: key['account-id'],
      email: key.email,
      name: fullName(key),
    };
    const rule = await passwordRuleOf(tx, caller.installation, user);
    if (rule === 'refused') throw singleSignOnOnly();
    await endActivationKeys(tx, user.id);
    await endChallenges(tx, user.id);
    await endDeviceMarks(tx, user.id);
    await tx
      .updateTable('users')
      .set({
        'password-hash': passwordHash,
        'last-password-change': now,
        status: 'Active',
        'updated-on': clock,
      })
      .where('id', '=', user.id)
      .execute();
    const confirms = confirmsEmail(key);
    if (confirms) await confirmEmail(tx, user.id);
    const author = authorOf(caller, user);
    await audit(tx, author, {
      action: key.purpose === 'reset' ? 'auth:ResetPassword' : 'auth:Activate',
      resource: author.rn,
      before: { status: key.status },
      after: { status: 'Active' },
    });
    if (confirms) await noteConfirmation(tx, author, user.email);
    await activateAccountOf(tx, author, user.accountId, user.id);
    await endSessions(tx, author, 'user-id', user.id, signedOut);
    if (key.purpose === 'reset')
      await queueMail(
        tx,
        user.accountId,
        passwordChangedMail(caller.installation, { email: user.email, language: key.language }),
      );
    const challenge = await challengeIfDue(tx, caller, user, { always: rule === 'with a factor' });
    if (challenge) return { challenge };
    const cleared = [emailKeyOf(user.email)];
    const traces = { mark, attempt: { cleared, keys: cleared } };
    const session = await beginSession(tx, caller, { ...user, passwordHash }, services.sessionHours, traces);
    if (!session) throw invalidKey();
    return session;
  });
  if ('challenge' in started) return started;
  mark.give();
  return { token: await signToken(services.keys, started.session, started.user) };
};

export const getActivation: PublicProcedure<'getActivation'> = async (services, caller, { body }) => {
  const found = await findKeyOrCount(services.db, caller, hashOfSecret(body['activation-key']));
  return { email: found.email, 'first-name': found['first-name'], account: found['account-name'] };
};

/** Finds the user of a key. Only wrong keys count: what others tried from here does not stop the owner of a right one. */
async function findKeyOrCount(db: Database, caller: Caller, hash: Buffer) {
  const found = await findKey(db, hash);
  if (found) return found;
  await countAttempt(db, addressLimit, caller.origin.address);
  throw invalidKey();
}

/**
 * Whether a key proves that its user reads mail to their present e-mail: it was mailed there, and is known to nobody
 * else. While a changed e-mail is not confirmed, a reset is mailed to the address before it.
 */
function confirmsEmail(key: {
  readonly purpose: 'activation' | 'reset';
  readonly mailed: boolean;
  readonly email: string;
  readonly 'email-confirmed-on': Date | null;
  readonly 'confirmed-email': string | null;
}): boolean {
  if (!key.mailed || key['email-confirmed-on'] !== null) return false;
  const last = key['confirmed-email']?.toLowerCase() ?? key.email.toLowerCase();
  return key.purpose === 'activation' || last === key.email.toLowerCase();
}

/** Selects the user of a key that is not unknown, used, revoked or expired, if that user may sign in. */
export function selectKey(tx: Transaction, hash: Buffer) {
  return tx
    .selectFrom('activation-keys')
    .innerJoin('users', 'users.id', 'activation-keys.user-id')
    .innerJoin('accounts', 'accounts.id', 'users.account-id')
    .select([
      'activation-keys.user-id',
      'activation-keys.account-id',
      'activation-keys.purpose',
      'activation-keys.mailed',
      'accounts.name as account-name',
      'users.email',
      'users.first-name',
      'users.last-name',
      'users.status',
      'users.language',
      'users.email-confirmed-on',
      'users.confirmed-email',
    ])
    .where('activation-keys.hash', '=', hash)
    .where('activation-keys.ended-on', 'is', null)
    .where('activation-keys.expires-on', '>', now)
    .where(({ eb, or, ref }) =>
      or([
        eb('accounts.keys-ended-on', 'is', null),
        eb('activation-keys.created-on', '>', ref('accounts.keys-ended-on')),
      ]),
    )
    .where(condition(userMayBegin()));
}

function findKey(db: Database, hash: Buffer) {
  return inTransaction(db, 'every account', (tx) => selectKey(tx, hash).executeTakeFirst());
}

function invalidKey() {
  return invalid('activation-key', 'This activation key is not valid or has expired.');
}
