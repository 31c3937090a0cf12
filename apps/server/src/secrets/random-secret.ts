import { hash, randomBytes, randomInt } from 'node:crypto';

/** 256 random bits, in base64url: a code, challenge or key that only its receiver knows. */
export function randomSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** Crockford's base32: without the easily confused characters I, L, O and U. */
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Groups of random characters, of five bits each, for people to type. */
export function randomGroups(groups: number, length: number): string {
  const group = () => Array.from({ length }, () => letters[randomInt(letters.length)]).join('');
  return Array.from({ length: groups }, group).join('-');
}

/** The form in which a {@link randomSecret} is stored. A fast hash is enough: 256 random bits cannot be guessed. */
export function hashOfSecret(secret: string): Buffer {
  return hash('sha256', secret, 'buffer');
}
