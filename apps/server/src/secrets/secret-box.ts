import { hash, randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { StartError } from '../db/start-error.ts';
import { isErrorCode } from '../error-code.ts';
import { ProblemError } from '../problem.ts';
import { decrypt, encrypt } from './encryption.ts';

declare module '../services.ts' {
  interface Services {
    /** Encrypts secrets that must be readable later, such as those of authenticator apps. */
    readonly secrets: SecretBox;
  }
}

/**
 * Encrypts secrets that the server must read again, such as those of authenticator apps, before they are written to the
 * database, so that a copy or a backup of the database reveals none. The key is stored outside the database.
 */
export interface SecretBox {
  /**
   * @param context the owner of the secret; it opens only with the same context
   * @throws {ProblemError} 503 when this server has no key and must not create one
   */
  seal(secret: string, context: string): Promise<Buffer>;
  /** @throws {ProblemError} 503 when the key is missing; {Error} when the secret is not the one that was sealed */
  open(sealed: Buffer, context: string): Promise<string>;
  /** Whether the key that sealed a secret is here. */
  canOpen(sealed: Buffer): Promise<boolean>;
  /** Whether it has a key, or may create one. */
  canSeal(): Promise<boolean>;
  /** The ids ({@link keyIdLength} bytes) that precede the secrets sealed by each of its keys; empty without a key. */
  keyIds(): Promise<readonly Buffer[]>;
}

const keyLength = 32;
/** Bytes before each sealed secret that identify the key it was sealed with. */
export const keyIdLength = 8;

interface SealingKey {
  /** The beginning of the key's hash, which precedes each secret that it sealed. */
  readonly id: Buffer;
  readonly key: Buffer;
}

/** The source of the keys. */
interface SecretKeys {
  /** In base64url; the first one seals, the others only open. Without them, the lines of the file are the keys. */
  readonly given?: readonly string[] | undefined;
  readonly file: string;
  /** Whether a missing file is created: not where other servers, or another folder, would get a different key. */
  readonly make: boolean;
}

/** The source of the keys of a server with this configuration. */
export function secretKeysOf(configuration: {
  readonly secretKeys?: readonly string[] | undefined;
  readonly dataDirectory: string;
  readonly databaseUrl?: string | undefined;
}): SecretKeys {
  return {
    given: configuration.secretKeys,
    file: join(configuration.dataDirectory, 'secret-keys'),
    make: configuration.databaseUrl === undefined,
  };
}

/**
 * Checks that a server which may not create keys has one: a required second factor could not be added without.
 *
 * @throws {StartError} with what to do
 */
export async function requireSecretKeys(configuration: Parameters<typeof secretKeysOf>[0]): Promise<void> {
  const keys = secretKeysOf(configuration);
  if (keys.make || (await openSecretBox(keys).keyIds()).length > 0) return;
  throw new StartError(
    `KEYHOLD_SECRET_KEYS is required with DATABASE_URL: second factors and client secrets are encrypted with these keys. Set it to the same value on every server; create one with: node -p "crypto.randomBytes(32).toString('base64url')"`,
  );
}

/** Opens the box. Nothing is read or written before the first secret. */
export function openSecretBox({ given, file, make }: SecretKeys): SecretBox {
  let held: readonly SealingKey[] = (given ?? []).map(sealingKey);

  async function keysFor(sealing: boolean): Promise<readonly SealingKey[]> {
    if (held.length === 0) {
      const lines = (await readLines(file)) ?? (sealing && make ? await makeFile(file) : []);
      held = lines.map(sealingKey);
    }
    return held;
  }

  async function keyOf(sealed: Buffer): Promise<SealingKey | undefined> {
    const id = sealed.subarray(0, keyIdLength);
    return (await keysFor(false)).find((one) => one.id.equals(id));
  }

  return {
    async seal(secret, context) {
      const [newest] = await keysFor(true);
      if (!newest) throw noKey();
      return Buffer.concat([newest.id, encrypt(newest.key, secret, context)]);
    },
    async open(sealed, context) {
      const found = await keyOf(sealed);
      if (!found) throw keyNotHere();
      return decrypt(found.key, sealed.subarray(keyIdLength), context);
    },
    canOpen: async (sealed) => (await keyOf(sealed)) !== undefined,
    canSeal: async () => make || (await keysFor(false)).length > 0,
    keyIds: async () => (await keysFor(false)).map(({ id }) => id),
  };
}

function noKey(): ProblemError {
  const message = 'This server has no key to keep secrets with. Ask its operator to set KEYHOLD_SECRET_KEYS.';
  return new ProblemError(503, [{ code: 'secret-key-missing', message }]);
}

function keyNotHere(): ProblemError {
  const message = 'A secret was sealed with a key that is not here. Ask the operator to set KEYHOLD_SECRET_KEYS.';
  return new ProblemError(503, [{ code: 'secret-key-missing', message }]);
}

/** Whether a text is a key: 32 bytes in base64url. */
export function isSecretKey(text: string): boolean {
  return /^[\w-]+$/.test(text) && Buffer.from(text, 'base64url').length === keyLength;
}

function sealingKey(text: string): SealingKey {
  if (!isSecretKey(text)) throw new Error('A key for secrets must be 32 bytes in base64url.');
  const key = Buffer.from(text, 'base64url');
  return { key, id: hash('sha256', key, 'buffer').subarray(0, keyIdLength) };
}

async function readLines(file: string): Promise<string[] | null> {
  try {
    return (await readFile(file, 'utf8'))
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean);
  } catch (error) {
    if (isErrorCode(error, 'ENOENT')) return null;
    throw error;
  }
}

/** Creates the file atomically: another server on this folder may look for it at the same time. */
async function makeFile(file: string): Promise<string[]> {
  const key = randomBytes(keyLength).toString('base64url');
  const draft = `${file}-${randomBytes(6).toString('hex')}`;
  await mkdir(dirname(file), { recursive: true });
  await writeFile(draft, `${key}\n`, { mode: 0o600, flag: 'wx', flush: true });
  try {
    await link(draft, file);
    return [key];
  } catch (error) {
    if (isErrorCode(error, 'EEXIST')) return (await readLines(file)) ?? [];
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
}
