import { CompactSign, importJWK, type JWK } from 'jose';
import { type Database, inTransaction } from '../../db/database.ts';
import type { PublicProcedure } from '../../http/bind.ts';
import { algorithm, generateSigningKey, type SigningKey } from '../../sessions/signing-keys.ts';
import { issuer } from '../../sessions/tokens.ts';
import type { LeaseTimes } from './lease-times.ts';

/** The public half, for applications to build in. */
export const getRootKey: PublicProcedure<'getRootKey'> = async ({ db }) => {
  const { id, 'public-key': key } = await readRootKey(db);
  const { kty, crv, x } = key as { kty: string; crv: string; x: string };
  return { item: { kty, crv, x, kid: id, alg: algorithm } };
};

/**
 * A signing key, certified by the root key until a lease ends: a compact JWS of the type `key+jwt` with the public key as
 * its claim `jwk`. Who has the root key built in can verify the lease without asking the server.
 */
export async function certifyKey(
  db: Database,
  key: SigningKey,
  lease: Pick<LeaseTimes, 'now' | 'expiresInMs'>,
): Promise<string> {
  const root = await readRootKey(db);
  const iat = Math.floor(lease.now / 1000);
  const claims = {
    iss: issuer,
    iat,
    exp: Math.ceil((lease.now + lease.expiresInMs) / 1000),
    jwk: key.publicJwk,
  };
  return new CompactSign(new TextEncoder().encode(JSON.stringify(claims)))
    .setProtectedHeader({ alg: algorithm, typ: 'key+jwt', kid: root.id })
    .sign(await importJWK({ ...root['private-key'] } as JWK, algorithm));
}

/** The installation's root key, made where there is none; of several nodes that make one at once, one counts. */
async function readRootKey(db: Database) {
  const select = () =>
    inTransaction(db, 'every account', (tx) => tx.selectFrom('root-key').selectAll().executeTakeFirst());
  const existing = await select();
  if (existing) return existing;
  const fresh = await generateSigningKey();
  await inTransaction(db, 'every account', (tx) =>
    tx
      .insertInto('root-key')
      .values(fresh)
      .onConflict((oc) => oc.doNothing())
      .execute(),
  );
  const made = await select();
  if (!made) throw new Error('The installation has no root key.');
  return made;
}
