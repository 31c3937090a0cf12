// Runs in worker threads: hashing occupies a processor for some milliseconds without a break.
import { hashSync, verifySync } from '@node-rs/argon2';

/** The library's number for argon2id; its own enum exists only at compile time. */
const argon2id = 2;
/** OWASP Password Storage Cheat Sheet, argon2id: 19 MiB of memory, two passes, one lane. */
const options = { algorithm: argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

export function hash(password: string): string {
  return hashSync(password, options);
}

export function verify({ hashed, password }: { readonly hashed: string; readonly password: string }): boolean {
  return verifySync(hashed, password);
}
