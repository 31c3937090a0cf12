import { randomInt } from 'node:crypto';
import { hashOfSecret } from '../../secrets/random-secret.ts';

/** Consonants that are not easily confused; without vowels they form no words (RFC 8628, section 6.1). */
const letters = 'BCDFGHJKLMNPQRSTVWXZ';

/** A code that people type, shown as `XXXX-XXXX`. */
export function newUserCode(): string {
  const code = Array.from({ length: 8 }, () => letters[randomInt(letters.length)]).join('');
  return `${code.slice(0, 4)}-${code.slice(4)}`;
}

/** The hash under which user codes are stored: it ignores case and separators. */
export function hashOfUserCode(code: string): Buffer {
  return hashOfSecret(code.toUpperCase().replace(/[^\p{L}\p{N}]/gu, ''));
}
