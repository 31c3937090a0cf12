import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isErrorCode } from '../db/embedded/files.ts';
import { ProblemError } from '../problem.ts';

/**
 * Seals secrets that the server has to read again, such as those of authenticator apps, before they are written to the
 * database: a copy of the database, or a backup, opens none of them. The key is beside the database, never in it.
 */
export interface SecretBox {
  /**
   * @param context what the secret belongs to: it opens under no other
   * @throws {ProblemError} 503 when this server has no key, and must not make one
   */
  seal(secret: string, context: string): Promise<Buffer>;
  /** @throws {Error} when the key is not here, or the secret is not the one that was sealed */
  open(sealed: Buffer, context: string): Promise<string>;
  /** The {@link keyIdLength} bytes before what each of its keys has sealed; none where there is no key. */
  keyIds(): Promise<readonly Buffer[]>;
}

const keyLength = 32;
/** So many bytes before each sealed secret say which key sealed it. */
export const keyIdLength = 8;
const nonceLength = 12;
const tagLength = 16;
const algorithm = 'aes-256-gcm';

interface SealingKey {
  /** The beginning of the key's hash, which stands before what it sealed. */
  readonly id: Buffer;
  readonly key: Buffer;
}

/** Where the keys are. */
export interface SecretKeys {
  /** In base64url, the one that seals first; those behind it only open. Without them they are the lines of the file. */
  readonly given?: readonly string[] | undefined;
  readonly file: string;
  /** Whether a missing file is made: not where other servers, or this one's next folder, would have another key. */
  readonly make: boolean;
}

/** Where a server with this configuration has its keys. */
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

  return {
    async seal(secret, context) {
      const [newest] = await keysFor(true);
      if (!newest) throw noKey();
      const nonce = randomBytes(nonceLength);
      const cipher = createCipheriv(algorithm, newest.key, nonce).setAAD(Buffer.from(context));
      const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
      return Buffer.concat([newest.id, nonce, cipher.getAuthTag(), text]);
    },
    async open(sealed, context) {
      const [id, nonce, tag, text] = partsOf(sealed);
      const found = (await keysFor(false)).find((one) => one.id.equals(id));
      if (!found) {
        throw new Error(
          `A secret was sealed with a key that is not here. Put its key into ${file}, or into KEYHOLD_SECRET_KEYS.`,
        );
      }
      const decipher = createDecipheriv(algorithm, found.key, nonce).setAAD(Buffer.from(context)).setAuthTag(tag);
      return Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8');
    },
    keyIds: async () => (await keysFor(false)).map(({ id }) => id),
  };
}

function partsOf(sealed: Buffer): readonly [id: Buffer, nonce: Buffer, tag: Buffer, text: Buffer] {
  const [atTag, atText] = [keyIdLength + nonceLength, keyIdLength + nonceLength + tagLength];
  return [
    sealed.subarray(0, keyIdLength),
    sealed.subarray(keyIdLength, atTag),
    sealed.subarray(atTag, atText),
    sealed.subarray(atText),
  ];
}

function noKey(): ProblemError {
  const message = 'This server has no key to keep secrets with. Ask its operator to set KEYHOLD_SECRET_KEYS.';
  return new ProblemError(503, [{ code: 'secret-key-missing', message }]);
}

/** Whether a text is a key: 32 bytes in base64url. */
export function isSecretKey(text: string): boolean {
  return /^[\w-]+$/.test(text) && Buffer.from(text, 'base64url').length === keyLength;
}

function sealingKey(text: string): SealingKey {
  if (!isSecretKey(text)) throw new Error('A key for secrets must be 32 bytes in base64url.');
  const key = Buffer.from(text, 'base64url');
  return { key, id: createHash('sha256').update(key).digest().subarray(0, keyIdLength) };
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

/** Makes the file whole or not at all: another server on this folder may look for it at the same time. */
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
