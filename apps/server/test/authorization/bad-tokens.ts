import { decodeJwt, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import { inTransaction } from '../../src/db/database.ts';
import type { TestApp } from '../app.ts';

/** A header that authenticates no user, and the error message it gets. */
interface BadToken {
  readonly name: string;
  readonly authorization: string | null;
  readonly message: string;
}

const required = 'Authentication is required.';

/** Every kind of invalid token, derived from a valid one that has all permissions. */
export async function createBadTokens(test: TestApp): Promise<BadToken[]> {
  const good = test.people.root.token;
  const claims = decodeJwt(good);
  const { privateKey, id: kid } = await test.services.keys.current();
  const stranger = await generateKeyPair('Ed25519');
  const header = { alg: 'Ed25519', kid };
  const foreign = await new SignJWT(claims).setProtectedHeader(header).sign(stranger.privateKey);
  const expired = await new SignJWT({ ...claims, exp: Math.floor(Date.now() / 1000) - 60 })
    .setProtectedHeader(header)
    .sign(privateKey);
  const otherAudience = await new SignJWT({ ...claims, aud: 'somebody-else' })
    .setProtectedHeader(header)
    .sign(privateKey);
  const signedOut = await test.createPerson(test.accounts.provider, 'Gone', 'Root Administrator');
  await inTransaction(test.services.db, 'every account', (tx) =>
    tx.updateTable('sessions').set({ 'ended-on': new Date() }).where('user-id', '=', signedOut.id).execute(),
  );
  return [
    { name: 'no token', authorization: null, message: required },
    { name: 'garbage', authorization: 'Bearer garbage', message: required },
    { name: 'another scheme', authorization: 'Basic cm9vdDpyb290', message: required },
    { name: 'alg none', authorization: `Bearer ${new UnsecuredJWT(claims).encode()}`, message: required },
    { name: 'a foreign key', authorization: `Bearer ${foreign}`, message: required },
    { name: 'another audience', authorization: `Bearer ${otherAudience}`, message: required },
    { name: 'an expired token', authorization: `Bearer ${expired}`, message: 'Authorization token expired' },
    { name: 'an ended session', authorization: `Bearer ${signedOut.token}`, message: required },
  ];
}
