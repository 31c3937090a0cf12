import { CompactSign, importJWK, type JWK } from 'jose';
import { type Database, inTransaction } from '../../../db/database.ts';
import type { PublicProcedure } from '../../../http/bind.ts';
import { algorithm, generateSigningKey, type SigningKey } from '../../../tokens/signing-keys.ts';
import { issuer } from '../../../tokens/tokens.ts';
import type { LeaseTimes } from './lease-times.ts';

/** Returns the public key for embedding in applications. */
export const getRootKey: PublicProcedure<'getRootKey'> = async ({ db }) => {
  const { id, 'public-key': key } = await readRootKey(db);
  const { kty, crv, x } = key as { kty: string; crv: string; x: string };
  return { item: { kty, crv, x, kid: id, alg: algorithm } };
};

/**
 * Certifies a signing key by the root key until a lease ends: a compact JWS of the type `key+jwt` with the public key
 * as its claim `jwk`. An application that embeds the root key can verify the lease without the server.
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

/** Reads the installation's root key, creating it if needed. If several nodes race to create it, one insert wins. */
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
