import type { TokenAlgorithm } from '@keyhold/contract';
import { CompactSign, importJWK, type JWK } from 'jose';
import { type Database, inTransaction } from '../../../db/database.ts';
import type { PublicProcedure } from '../../../http/bind.ts';
import type { SecretBox } from '../../../secrets/secret-box.ts';
import type { Services } from '../../../services.ts';
import { openPrivateKey, withSealed } from '../../../tokens/private-keys.ts';
import { algorithm, generateSigningKey, type SigningKey } from '../../../tokens/signing-keys.ts';
import { issuer } from '../../../tokens/tokens.ts';
import type { LeaseTimes } from './lease-times.ts';

/** Returns the public key for embedding in applications. */
export const getRootKey: PublicProcedure<'getRootKey'> = async ({ db, secrets }) => {
  const { id, 'public-key': key } = await readRootKey(db, secrets);
  const { kty, crv, x } = key as { kty: string; crv: string; x: string };
  return { item: { kty, crv, x, kid: id, alg: algorithm } };
};

/**
 * Certifies a signing key by the root key until a lease ends: a compact JWS of the type `key+jwt` with the public key
 * as its claim `jwk`. An application that embeds the root key can verify the lease without the server.
 */
export async function certifyKey(
  root: RootKey,
  key: SigningKey,
  lease: Pick<LeaseTimes, 'now' | 'expiresInMs'>,
  alg: TokenAlgorithm,
): Promise<string> {
  const iat = Math.floor(lease.now / 1000);
  const claims = {
    iss: issuer,
    iat,
    exp: Math.ceil((lease.now + lease.expiresInMs) / 1000),
    jwk: key.publicJwk,
  };
  return new CompactSign(new TextEncoder().encode(JSON.stringify(claims)))
    .setProtectedHeader({ alg, typ: 'key+jwt', kid: root.id })
    .sign(await importJWK(root.privateKey, alg));
}

/** The opened root key. */
export interface RootKey {
  readonly id: string;
  readonly privateKey: JWK;
}

/**
 * Opens the root key, creating it if needed: before a lease is taken offline, so that nothing can fail after that.
 *
 * @throws {ProblemError} 503 when the key for secrets that encrypted the root key is missing: applications have the root key
 * built in, so that no other can replace it
 */
export async function openRootKey({ db, secrets }: Pick<Services, 'db' | 'secrets'>): Promise<RootKey> {
  const root = await readRootKey(db, secrets);
  return { id: root.id, privateKey: await openPrivateKey(secrets, 'root-key', root) };
}

function findRootKey(db: Database) {
  return inTransaction(db, 'every account', (tx) => tx.selectFrom('root-key').selectAll().executeTakeFirst());
}

/** Reads the installation's root key, creating it if needed. If several nodes race to create it, one insert wins. */
async function readRootKey(db: Database, secrets: SecretBox) {
  const existing = await findRootKey(db);
  if (existing) return existing;
  const fresh = await withSealed(secrets, 'root-key', await generateSigningKey());
  await inTransaction(db, 'every account', (tx) =>
    tx
      .insertInto('root-key')
      .values(fresh)
      .onConflict((oc) => oc.doNothing())
      .execute(),
  );
  const made = await findRootKey(db);
  if (!made) throw new Error('The installation has no root key.');
  return made;
}
