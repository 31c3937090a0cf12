import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits, in base64url: a code, challenge or key that only its receiver knows. */
export function randomSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** The form in which such a secret is kept. A fast hash will do: among 2²⁵⁶ there is nothing to try. */
export function hashOfSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
