import { hash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** The prefix of a service account's token, by which people and repository scanners recognize it. */
const mark = 'kh_';
const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** The number of digits of 256 bits, and of 32. */
const [secretLength, checksumLength] = [43, 6];
const form = new RegExp(`^${mark}([0-9A-Za-z]{${secretLength}})([0-9A-Za-z]{${checksumLength}})$`);
/** Leading characters of a token that distinguish it in lists. */
const prefixLength = 9;

/** Creates the secret of a token: 256 random bits and their checksum. */
export function newTokenSecret(): string {
  const secret = inBase62(BigInt(`0x${randomBytes(32).toString('hex')}`), secretLength);
  return mark + secret + checksumOf(secret);
}

/** Whether a bearer token is a service account's, well-formed or not. */
export function isTokenSecret(token: string): boolean {
  return token.startsWith(mark);
}

/**
 * The hash under which a token is stored; null for a malformed token, so that a mistyped or made-up one costs no query.
 * A plain hash is enough: 256 random bits cannot be guessed.
 */
export function hashOfToken(token: string): Buffer | null {
  const [, secret = '', checksum] = form.exec(token) ?? [];
  return checksum === checksumOf(secret) ? hash('sha256', token, 'buffer') : null;
}

/** The beginning of a token, as lists show it. */
export function prefixOfToken(token: string): string {
  return token.slice(0, prefixLength);
}

function checksumOf(secret: string): string {
  return inBase62(BigInt(crc32(secret)), checksumLength);
}

function inBase62(value: bigint, length: number): string {
  let text = '';
  for (let rest = value; rest > 0n; rest /= 62n) text = digits[Number(rest % 62n)] + text;
  return text.padStart(length, '0');
}
