import { hash, verify } from '@node-rs/argon2';

/** The library's number for argon2id; its own enum exists for the compiler alone. */
const argon2id = 2;
/** OWASP Password Storage Cheat Sheet, argon2id: 19 MiB of memory, two passes, one lane. */
const options = { algorithm: argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Hashes and checks passwords, off the event loop. */
export interface PasswordHasher {
  hash(password: string): Promise<string>;
  /** Whether a password fits a hash; without a hash it takes as long and is false. */
  verify(hashed: string | null, password: string): Promise<boolean>;
}

/** Makes the hasher, with a hash of nobody's password to spend equal time on unknown people. */
export async function createPasswordHasher(): Promise<PasswordHasher> {
  const nobody = await hash(crypto.randomUUID(), options);
  return {
    hash: (password) => hash(password, options),
    verify: async (hashed, password) => {
      const fits = await verify(hashed ?? nobody, password);
      return hashed !== null && fits;
    },
  };
}
