import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits, in base64url: a code, challenge or key that only its receiver knows. */
export function randomSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** The form in which such a secret is stored. A fast hash is enough: 256 random bits cannot be guessed. */
export function hashOfSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
