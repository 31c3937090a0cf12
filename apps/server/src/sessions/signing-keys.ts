import { createPrivateKey, type JsonWebKey, type KeyObject } from 'node:crypto';
import { appName, parseRn } from '@keyhold/contract';
import { type CryptoKey, calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose';
import { sql } from 'kysely';
import { type Database, inTransaction, type Transaction } from '../db/database.ts';
import type { Installation } from '../installation.ts';
import type { Changes } from '../streams/changes.ts';

/** The one algorithm of every token (RFC 8037, RFC 9864). */
export const algorithm = 'Ed25519';

export interface SigningKey {
  readonly id: string;
  readonly privateKey: KeyObject;
  /** Its public half, as the key set shows it. */
  readonly publicJwk: JWK;
}

/** The installation's keys: the newest signs, and every one that is not retired yet verifies. */
export interface SigningKeys {
  /** The key to sign with now. */
  current(): Promise<SigningKey>;
  /** The public key of an id, or null when there is none. */
  publicKey(id: string): Promise<CryptoKey | null>;
  /** Whether a key is known, at this moment and without asking anybody, to verify. */
  isKnown(id: string): boolean;
  /** The public keys as a JSON Web Key Set (RFC 7517, section 5). */
  keySet(): Promise<{ keys: JWK[] }>;
}

/** How long a node trusts its copy of the keys, in milliseconds; an id it does not know makes it look at once. */
const copyLifetime = 60_000;

/** Opens the installation's signing keys, making the first one where there is none. A new one is heard of at once. */
export function openSigningKeys(db: Database, changes: Pick<Changes, 'subscribe'>): SigningKeys {
  let copy: { readonly readAt: number; readonly keys: Map<string, JWK>; readonly signing: SigningKey } | null = null;
  /** Counts what was heard, so that keys read before are not kept after. */
  let heard = 0;
  changes.subscribe((announcement) => {
    if (announcement && parseRn(announcement.rn).resourceType !== resourceType) return;
    heard += 1;
    copy = null;
  });

  async function read() {
    const heardBefore = heard;
    const fresh = await generateSigningKey();
    const rows = await inTransaction(db, 'every account', async (tx) => {
      await lockSigningKeys(tx);
      const existing = await selectVerifying(tx);
      if (existing.some(isSigning)) return existing;
      await tx.insertInto('signing-keys').values(fresh).execute();
      return selectVerifying(tx);
    });
    const newest = rows.find(isSigning);
    if (!newest) throw new Error('The installation has no signing key.');
    const made = {
      readAt: performance.now(),
      keys: new Map(rows.map((row) => [row.id, publicJwkOf(row)])),
      signing: {
        id: newest.id,
        privateKey: createPrivateKey({ key: newest['private-key'] as JsonWebKey, format: 'jwk' }),
        publicJwk: publicJwkOf(newest),
      },
    };
    if (heard === heardBefore) copy = made;
    return made;
  }

  const held = async () => (copy && performance.now() - copy.readAt < copyLifetime ? copy : read());

  return {
    current: async () => (await held()).signing,
    keySet: async () => ({ keys: [...(await held()).keys.values()] }),
    publicKey: async (id) => {
      const jwk = (await held()).keys.get(id) ?? (await read()).keys.get(id);
      return jwk ? ((await importJWK(jwk, algorithm)) as CryptoKey) : null;
    },
    isKnown: (id) => copy !== null && performance.now() - copy.readAt < copyLifetime && copy.keys.has(id),
  };
}

/** Has whoever reads or replaces the keys take turns until the transaction ends. */
export async function lockSigningKeys(tx: Transaction): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('keyhold signing keys'))`.execute(tx);
}

const resourceType = 'signing-key';

/** By what the audit log, and with it every node, knows a key. */
export function signingKeyRn(
  { region, providerAccountId }: Pick<Installation, 'region' | 'providerAccountId'>,
  id: string,
) {
  return [appName, region, providerAccountId, resourceType, id].join(':');
}

/** The newest first. A key with a time to retire signs nothing any more, and verifies until then. */
function selectVerifying(tx: Transaction) {
  return tx
    .selectFrom('signing-keys')
    .selectAll()
    .where(({ or, eb }) => or([eb('retired-on', 'is', null), eb('retired-on', '>', sql<Date>`now()`)]))
    .orderBy('created-on', 'desc')
    .execute();
}

function publicJwkOf(row: { readonly id: string; readonly 'public-key': unknown }): JWK {
  return { ...(row['public-key'] as JWK), kid: row.id, alg: algorithm, use: 'sig' };
}

function isSigning(row: { readonly 'retired-on': Date | null }): boolean {
  return row['retired-on'] === null;
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
