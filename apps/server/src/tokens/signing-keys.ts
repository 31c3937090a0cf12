import { createPrivateKey, type JsonWebKey, type KeyObject } from 'node:crypto';
import { appName, parseRn } from '@keyhold/contract';
import { type CryptoKey, calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import { type Database, inTransaction, readOnly, type Transaction } from '../db/database.ts';
import { now } from '../db/expressions.ts';
import type { Installation } from '../installation.ts';
import type { SecretBox } from '../secrets/secret-box.ts';
import type { Changes } from '../streams/changes.ts';
import { canOpenPrivateKey, openPrivateKey, withSealed } from './private-keys.ts';

declare module '../services.ts' {
  interface Services {
    readonly keys: SigningKeys;
  }
}

/** The only algorithm of tokens (RFC 8037, RFC 9864). */
export const algorithm = 'Ed25519';

export interface SigningKey {
  readonly id: string;
  readonly privateKey: KeyObject;
  /** Its public half, as published in the key set. */
  readonly publicJwk: JWK;
}

/** The installation's keys: the newest signs, and every key that is not retired verifies. */
export interface SigningKeys {
  /** The key to sign with now. */
  current(): Promise<SigningKey>;
  /** The public key with an id, or null when there is none. */
  publicKey(id: string): Promise<CryptoKey | null>;
  /** Whether the cache holds a key that verifies. */
  isKnown(id: string): boolean;
  /** The public keys as a JSON Web Key Set (RFC 7517, section 5). */
  keySet(): Promise<{ keys: JWK[] }>;
}

/** How long a node caches the keys, in milliseconds. */
const cacheLifetime = 60_000;
/**
 * Minimum age of the cache, in milliseconds, before an unknown id makes the node read the keys again. The id is read
 * from a token before its signature is checked, so that anybody can make up any number of ids.
 */
export const unknownKeyCooldown = 1_000;

interface VerifyingKey {
  readonly jwk: JWK;
  /** Imported once: each import takes as long as a verification. */
  readonly key: CryptoKey;
}

interface CachedKeys {
  readonly readAt: number;
  readonly keys: ReadonlyMap<string, VerifyingKey>;
  readonly signing: SigningKey;
  /** The keys that do not sign here, because the key for secrets that encrypted them is missing. */
  readonly sealed: readonly string[];
}

/**
 * Opens the installation's signing keys, and creates one if this server can open none: the first, or one beside those that
 * were encrypted with a missing key for secrets, which still verify. An announcement clears the cache.
 */
export function openSigningKeys(
  db: Database,
  changes: Pick<Changes, 'subscribe'>,
  secrets: SecretBox,
  log: Pick<Logger, 'warn'>,
): SigningKeys {
  let cached: CachedKeys | null = null;
  /** The read in flight, which all callers share until an announcement marks it as possibly stale. */
  let inFlight: Promise<CachedKeys> | null = null;
  const warned = new Set<string>();
  changes.subscribe((announcement) => {
    if (announcement && parseRn(announcement.rn).resourceType !== resourceType) return;
    cached = null;
    inFlight = null;
  });

  function read(): Promise<CachedKeys> {
    if (inFlight) return inFlight;
    const pending = readKeys(db, secrets);
    inFlight = pending;
    const finish = (made: CachedKeys | null) => {
      if (made) warnOfSealed(made);
      if (inFlight !== pending) return;
      inFlight = null;
      cached = made ?? cached;
    };
    pending.then(finish, () => finish(null));
    return pending;
  }

  function warnOfSealed({ sealed, signing }: CachedKeys): void {
    for (const id of sealed.filter((one) => !warned.has(one))) {
      warned.add(id);
      log.warn(
        `The signing key ${id} was encrypted with a key for secrets that is not here. This server signs with the key ${signing.id} instead; tokens of the other one stay valid. Put the missing key into KEYHOLD_SECRET_KEYS or the file secret-keys, or run: keyhold keys rotate`,
      );
    }
  }

  const isYounger = (age: number) => cached !== null && performance.now() - cached.readAt < age;
  const held = async () => (cached && isYounger(cacheLifetime) ? cached : read());

  return {
    current: async () => (await held()).signing,
    keySet: async () => ({ keys: [...(await held()).keys.values()].map(({ jwk }) => jwk) }),
    publicKey: async (id) => {
      let found = (await held()).keys.get(id);
      if (!found && !isYounger(unknownKeyCooldown)) found = (await read()).keys.get(id);
      return found?.key ?? null;
    },
    isKnown: (id) => cached !== null && isYounger(cacheLifetime) && cached.keys.has(id),
  };
}

async function readKeys(db: Database, secrets: SecretBox): Promise<CachedKeys> {
  const canOpen = async (row: KeyRow) => isSigning(row) && (await canOpenPrivateKey(secrets, row));
  let rows = await readOnly(db, 'every account', selectVerifying);
  let opened = await Promise.all(rows.map(canOpen));
  while (!opened.includes(true)) {
    rows = await createKey(db, secrets, rows);
    opened = await Promise.all(rows.map(canOpen));
  }
  // Each server signs with a key that it can open: one without the right key for secrets takes none from the others.
  const newest = rows[opened.indexOf(true)] as KeyRow;
  const keys = await Promise.all(rows.map(async (row) => [row.id, await verifyingKey(row)] as const));
  return {
    readAt: performance.now(),
    keys: new Map(keys),
    sealed: rows.filter((row, index) => isSigning(row) && !opened[index]).map(({ id }) => id),
    signing: {
      id: newest.id,
      privateKey: createPrivateKey({
        key: (await openPrivateKey(secrets, 'signing-keys', newest)) as JsonWebKey,
        format: 'jwk',
      }),
      publicJwk: publicJwkOf(newest),
    },
  };
}

type KeyRow = Awaited<ReturnType<typeof selectVerifying>>[number];

/** Creates a signing key, unless another node has done so since `seen` was read. */
async function createKey(db: Database, secrets: SecretBox, seen: readonly KeyRow[]): Promise<KeyRow[]> {
  const fresh = await withSealed(secrets, 'signing-keys', await generateSigningKey());
  const ids = new Set(seen.map(({ id }) => id));
  return inTransaction(db, 'every account', async (tx) => {
    await lockSigningKeys(tx);
    const existing = await selectVerifying(tx);
    if (existing.some((row) => isSigning(row) && !ids.has(row.id))) return existing;
    await tx.insertInto('signing-keys').values(fresh).execute();
    return selectVerifying(tx);
  });
}

/** Takes the advisory lock that allows one transaction at a time to create or replace keys. */
export async function lockSigningKeys(tx: Transaction): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('keyhold signing keys'))`.execute(tx);
}

const resourceType = 'signing-key';

/** The resource name of a key in the audit log and in announcements. */
export function signingKeyRn(
  { region, providerAccountId }: Pick<Installation, 'region' | 'providerAccountId'>,
  id: string,
) {
  return [appName, region, providerAccountId, resourceType, id].join(':');
}

/** The newest first. A key with a retirement time no longer signs, and verifies until then. */
function selectVerifying(tx: Transaction) {
  return tx
    .selectFrom('signing-keys')
    .selectAll()
    .where(({ or, eb }) => or([eb('retired-on', 'is', null), eb('retired-on', '>', now)]))
    .orderBy('created-on', 'desc')
    .execute();
}

async function verifyingKey(row: Parameters<typeof publicJwkOf>[0]): Promise<VerifyingKey> {
  const jwk = publicJwkOf(row);
  return { jwk, key: (await importJWK(jwk, algorithm)) as CryptoKey };
}

function publicJwkOf(row: { readonly id: string; readonly 'public-key': unknown }): JWK {
  return { ...(row['public-key'] as JWK), kid: row.id, alg: algorithm, use: 'sig' };
}

function isSigning(row: { readonly 'retired-on': Date | null }): boolean {
  return row['retired-on'] === null;
}

/** A new key pair, as stored in the database. */
export async function generateSigningKey() {
  const { privateKey, publicKey } = await generateKeyPair(algorithm, { extractable: true });
  const publicJwk = await exportJWK(publicKey);
  return {
    id: await calculateJwkThumbprint(publicJwk),
    'private-key': JSON.stringify(await exportJWK(privateKey)),
    'public-key': JSON.stringify(publicJwk),
  };
}
