import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const algorithm = 'aes-256-gcm';
const nonceLength = 12;
const authTagLength = 16;

/**
 * Encrypts a text with AES-256-GCM (NIST SP 800-38D) under a random nonce.
 *
 * @param key 32 bytes
 * @param context the owner of the text, which is authenticated but not encrypted
 * @returns nonce, tag and encrypted text
 */
export function encrypt(key: Buffer, text: string, context = ''): Buffer {
  const nonce = randomBytes(nonceLength);
  const cipher = createCipheriv(algorithm, key, nonce, { authTagLength }).setAAD(Buffer.from(context));
  const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]);
}

/** @throws {Error} when the text was changed, or encrypted with another key or context */
export function decrypt(key: Buffer, sealed: Buffer, context = ''): string {
  const [nonce, rest] = [sealed.subarray(0, nonceLength), sealed.subarray(nonceLength)];
  const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength })
    .setAAD(Buffer.from(context))
    .setAuthTag(rest.subarray(0, authTagLength));
  return Buffer.concat([decipher.update(rest.subarray(authTagLength)), decipher.final()]).toString('utf8');
}
