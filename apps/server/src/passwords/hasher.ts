import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { createHashQueue, type HashLoad } from './hash-queue.ts';

/** The library's number for argon2id; its own enum exists for the compiler alone. */
const argon2id = 2;
/** OWASP Password Storage Cheat Sheet, argon2id: 19 MiB of memory, two passes, one lane. */
const options = { algorithm: argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Hashing has a core each, and leaves one of the four threads that files and names are read with. */
const atOnce = Math.min(availableParallelism(), 3);
/** Passwords that may wait to be hashed: two seconds' work or so. */
const longestQueue = 100;

/** Hashes and checks passwords, off the event loop and a few at once. */
export interface PasswordHasher {
  /** @throws {ProblemError} 503 when too many passwords wait already. */
  hash(password: string): Promise<string>;
  /**
   * Whether a password fits a hash; without a hash it takes as long and is false.
   *
   * @throws {ProblemError} 503 when too many passwords wait already.
   */
  verify(hashed: string | null, password: string): Promise<boolean>;
  /** @throws {ProblemError} 503 when too many passwords wait, so that nothing is counted or looked up in vain. */
  requireRoom(): void;
  readonly load: HashLoad;
}

/**
 * Makes the hasher, with a hash of nobody's password to spend equal time on unknown people.
 *
 * @param limits.atOnce most passwords hashed at the same time
 * @param limits.longestQueue most passwords that wait for it
 */
export async function createPasswordHasher(limits = { atOnce, longestQueue }): Promise<PasswordHasher> {
  const nobody = await hash(crypto.randomUUID(), options);
  const queue = createHashQueue(limits.atOnce, limits.longestQueue);
  return {
    hash: (password) => queue.run(() => hash(password, options)),
    verify: async (hashed, password) => {
      const fits = await queue.run(() => verify(hashed ?? nobody, password));
      return hashed !== null && fits;
    },
    requireRoom: queue.requireRoom,
    get load() {
      return queue.load;
    },
  };
}
