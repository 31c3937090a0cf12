import { challengeMinutes } from '@keyhold/contract';
import { countAttempt, passkeyAddressLimit } from '../../access/attempts.ts';
import { inTransaction } from '../../db/database.ts';
import { fromNow, now } from '../../db/expressions.ts';
import type { PublicProcedure } from '../../http/bind.ts';
import { hashOfSecret, randomSecret } from '../../secrets/random-secret.ts';
import { signToken } from '../../tokens/tokens.ts';
import { requestOptions } from '../factors/passkeys.ts';
import { checkPasskey, findPasskey } from '../factors/use-factor.ts';
import { beginSession } from '../sessions/begin-session.ts';
import { challengeEnded, lockForSignIn, tracesOfBothSteps, wrongFactor } from './answer-challenge.ts';
import { markToLeave, originOf } from './device-marks.ts';
import { countPasskeySignIn } from './find-signing-in-user.ts';
import { inactiveProblemOf } from './inactive.ts';

/** Begins a sign-in by a passkey for this host, before its user is known. */
export const startPasskeySignIn: PublicProcedure<'startPasskeySignIn'> = async ({ db, installation }, { origin }) => {
  await countAttempt(db, passkeyAddressLimit, origin.address);
  const id = randomSecret();
  await inTransaction(db, 'every account', (tx) =>
    tx
      .insertInto('passkey-requests')
      .values({ hash: hashOfSecret(id), 'expires-on': fromNow({ mins: challengeMinutes }) })
      .execute(),
  );
  return { id, options: requestOptions(installation, id) };
};

/** Signs the owner of a passkey in. It counts as both factors, since it verified its user. */
export const signInByPasskey: PublicProcedure<'signInByPasskey'> = async (services, caller, { body }, cookies) => {
  const { db } = services;
  // Nobody has named the user before, so the passkey must (WebAuthn Level 3, 7.2, step 6).
  const named = Boolean(body.response.response.userHandle);
  const passkey = named ? await findPasskey(services, body.response.id) : null;
  const origin = originOf(services, caller, cookies);
  const { keys, markIssued } = await countPasskeySignIn(db, passkey?.userId ?? null, origin);
  const use = passkey && (await checkPasskey(services, passkey, body.id, body.response));
  if (!use) throw wrongFactor('passkey');
  const mark = await markToLeave(services, cookies, { issued: markIssued });
  const started = await inTransaction(db, 'every account', async (tx) => {
    const owner = await lockForSignIn(tx, passkey.userId);
    const spent = await tx
      .deleteFrom('passkey-requests')
      .where('hash', '=', hashOfSecret(body.id))
      .where('expires-on', '>', now)
      .returning('hash')
      .executeTakeFirst();
    if (!spent) throw challengeEnded();
    if (!(await use(tx))) throw wrongFactor('passkey');
    const who = { ...owner, passwordHash: null };
    const { cleared } = (await tracesOfBothSteps(tx, owner, mark)).attempt;
    const session = await beginSession(tx, caller, who, services.sessionHours, { mark, attempt: { cleared, keys } });
    if (!session) throw (await inactiveProblemOf(tx, owner.id)) ?? wrongFactor('passkey');
    return session;
  });
  mark.give();
  return { token: await signToken(services.keys, started.session, started.user) };
};
