import { type CryptoKey, calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose';
import { sql } from 'kysely';
import { type Database, inTransaction } from '../db/database.ts';

/** The one algorithm of every token (RFC 8037, RFC 9864). */
export const algorithm = 'Ed25519';

export interface SigningKey {
  readonly id: string;
  readonly privateKey: CryptoKey;
}

/** The installation's keys: the newest signs, and every one that is not purged verifies. */
export interface SigningKeys {
  /** The key to sign with now. */
  current(): Promise<SigningKey>;
  /** The public key of an id, or null when there is none. */
  publicKey(id: string): Promise<CryptoKey | null>;
  /** The public keys as a JSON Web Key Set (RFC 7517, section 5). */
  keySet(): Promise<{ keys: JWK[] }>;
}

/** How long a node trusts its copy of the keys, in milliseconds; an id it does not know makes it look at once. */
const copyLifetime = 60_000;

/** Opens the installation's signing keys, making the first one where there is none. */
export function openSigningKeys(db: Database): SigningKeys {
  let copy: { readonly readAt: number; readonly keys: Map<string, JWK>; readonly signing: SigningKey } | null = null;

  async function read() {
    const fresh = await generateSigningKey();
    const rows = await inTransaction(db, 'every account', async (tx) => {
      await sql`select pg_advisory_xact_lock(hashtext('keyhold signing keys'))`.execute(tx);
      const select = tx
        .selectFrom('signing-keys')
        .selectAll()
        .where('retired-on', 'is', null)
        .orderBy('created-on', 'desc');
      const existing = await select.execute();
      if (existing.length > 0) return existing;
      await tx.insertInto('signing-keys').values(fresh).execute();
      return select.execute();
    });
    const [newest] = rows;
    if (!newest) throw new Error('The installation has no signing key.');
    const privateKey = (await importJWK({ ...newest['private-key'] } as JWK, algorithm)) as CryptoKey;
    copy = {
      readAt: performance.now(),
      keys: new Map(
        rows.map((row) => [row.id, { ...row['public-key'], kid: row.id, alg: algorithm, use: 'sig' } as JWK]),
      ),
      signing: { id: newest.id, privateKey },
    };
    return copy;
  }

  const held = async () => (copy && performance.now() - copy.readAt < copyLifetime ? copy : read());

  return {
    current: async () => (await held()).signing,
    keySet: async () => ({ keys: [...(await held()).keys.values()] }),
    publicKey: async (id) => {
      const jwk = (await held()).keys.get(id) ?? (await read()).keys.get(id);
      return jwk ? ((await importJWK(jwk, algorithm)) as CryptoKey) : null;
    },
  };
}

/** A new key pair, as the database keeps it. */
export async function generateSigningKey() {
  const { privateKey, publicKey } = await generateKeyPair(algorithm, { extractable: true });
  const publicJwk = await exportJWK(publicKey);
  return {
    id: await calculateJwkThumbprint(publicJwk),
    'private-key': JSON.stringify(await exportJWK(privateKey)),
    'public-key': JSON.stringify(publicJwk),
  };
}
