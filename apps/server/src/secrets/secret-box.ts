import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isErrorCode } from '../db/embedded/files.ts';

/**
 * Seals secrets that the server has to read again, such as those of authenticator apps, before they are written to the
 * database: a copy of the database, or a backup, opens none of them. The key is beside the database, never in it.
 */
export interface SecretBox {
  /** @param context what the secret belongs to: it opens under no other */
  seal(secret: string, context: string): Promise<Buffer>;
  /** @throws {Error} when the key is not here, or the secret is not the one that was sealed */
  open(sealed: Buffer, context: string): Promise<string>;
}

const keyLength = 32;
const idLength = 8;
const nonceLength = 12;
const tagLength = 16;
const algorithm = 'aes-256-gcm';

interface SealingKey {
  /** The beginning of the key's hash, which stands before what it sealed. */
  readonly id: Buffer;
  readonly key: Buffer;
}

/**
 * Opens the box. Nothing is read or written before the first secret.
 *
 * @param keys in base64url, the one that seals first; those behind it only open. Null: the lines of the file
 * @param file is made with a new key, for its owner only, when a secret is sealed and it is not there
 */
export function openSecretBox(keys: readonly string[] | null, file: string): SecretBox {
  let held: Promise<readonly SealingKey[]> | null = keys ? Promise.resolve(keys.map(sealingKey)) : null;

  async function read(make: boolean): Promise<readonly SealingKey[]> {
    const lines = (await readLines(file)) ?? (make ? await makeFile(file) : []);
    return lines.map(sealingKey);
  }

  async function keysFor(make: boolean): Promise<readonly SealingKey[]> {
    held ??= read(make);
    const found = await held.catch((error: unknown) => {
      held = null;
      throw error;
    });
    // Another server on this folder may have made the file since.
    if (found.length === 0) held = null;
    return found;
  }

  return {
    async seal(secret, context) {
      let [newest] = await keysFor(true);
      // A reader may have found no file a moment ago.
      if (!newest) [newest] = await keysFor(true);
      if (!newest) throw new Error(`There is no key in ${file}.`);
      const nonce = randomBytes(nonceLength);
      const cipher = createCipheriv(algorithm, newest.key, nonce).setAAD(Buffer.from(context));
      const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
      return Buffer.concat([newest.id, nonce, cipher.getAuthTag(), text]);
    },
    async open(sealed, context) {
      const id = sealed.subarray(0, idLength);
      const found = (await keysFor(false)).find((one) => one.id.equals(id));
      if (!found) {
        throw new Error(
          `A secret was sealed with a key that is not here. Put its key into ${file}, or into KEYHOLD_SECRET_KEYS.`,
        );
      }
      const nonce = sealed.subarray(idLength, idLength + nonceLength);
      const tag = sealed.subarray(idLength + nonceLength, idLength + nonceLength + tagLength);
      const decipher = createDecipheriv(algorithm, found.key, nonce).setAAD(Buffer.from(context)).setAuthTag(tag);
      const text = sealed.subarray(idLength + nonceLength + tagLength);
      return Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8');
    },
  };
}

/** Whether a text is a key: 32 bytes in base64url. */
export function isSecretKey(text: string): boolean {
  return /^[\w-]+$/.test(text) && Buffer.from(text, 'base64url').length === keyLength;
}

function sealingKey(text: string): SealingKey {
  if (!isSecretKey(text)) throw new Error('A key for secrets must be 32 bytes in base64url.');
  const key = Buffer.from(text, 'base64url');
  return { key, id: createHash('sha256').update(key).digest().subarray(0, idLength) };
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

async function makeFile(file: string): Promise<string[]> {
  const key = randomBytes(keyLength).toString('base64url');
  await mkdir(dirname(file), { recursive: true });
  try {
    await writeFile(file, `${key}\n`, { mode: 0o600, flag: 'wx', flush: true });
  } catch (error) {
    // Another server on this folder was first.
    if (isErrorCode(error, 'EEXIST')) return (await readLines(file)) ?? [];
    throw error;
  }
  return [key];
}
