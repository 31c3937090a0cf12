import { createHash, randomBytes, randomInt } from 'node:crypto';

/** A code of 256 random bits, in base64url. */
export function newCode(): string {
  return randomBytes(32).toString('base64url');
}

/** The form in which codes are kept. */
export function hashOfCode(code: string): Buffer {
  return createHash('sha256').update(code).digest();
}

/** Consonants that nobody confuses; without vowels they make no words (RFC 8628, section 6.1). */
const letters = 'BCDFGHJKLMNPQRSTVWXZ';

/** A code that people type, shown as `XXXX-XXXX`. */
export function newUserCode(): string {
  const code = Array.from({ length: 8 }, () => letters[randomInt(letters.length)]).join('');
  return `${code.slice(0, 4)}-${code.slice(4)}`;
}

/** The form in which codes of people are kept: case and separators do not count. */
export function hashOfUserCode(code: string): Buffer {
  return hashOfCode(code.toUpperCase().replace(/[^\p{L}\p{N}]/gu, ''));
}
