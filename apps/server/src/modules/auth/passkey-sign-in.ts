import { challengeMinutes } from '@keyhold/contract';
import { inTransaction } from '../../db/database.ts';
import { fromNow, now } from '../../db/expressions.ts';
import type { PublicProcedure } from '../../http/bind.ts';
import { hashOfSecret, randomSecret } from '../../secrets/random-secret.ts';
import { signToken } from '../../sessions/tokens.ts';
import { requestOptions } from '../factors/passkeys.ts';
import { checkPasskey, findPasskey } from '../factors/use-factor.ts';
import { challengeEnded, lockForSignIn, wrongFactor } from './answer-challenge.ts';
import { addressLimit, countAttempt, passkeyAddressLimit } from './attempts.ts';
import { inactiveProblemOf } from './inactive.ts';
import { startSession } from './start-session.ts';

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
export const signInByPasskey: PublicProcedure<'signInByPasskey'> = async (services, caller, { body }) => {
  const { db } = services;
  await countAttempt(db, addressLimit, caller.origin.address);
  // Nobody has named the user before, so the passkey must (WebAuthn Level 3, 7.2, step 6).
  if (!body.response.response.userHandle) throw wrongFactor('passkey');
  const passkey = await findPasskey(services, body.response.id);
  const use = passkey && (await checkPasskey(services, passkey, body.id, body.response));
  if (!use) throw wrongFactor('passkey');
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
    const session = await startSession(tx, caller, who, services.sessionHours, owner.email);
    if (!session) throw (await inactiveProblemOf(tx, owner.id)) ?? wrongFactor('passkey');
    return session;
  });
  return { token: await signToken(services.keys, started.session, started.user) };
};
