import { availableParallelism } from 'node:os';
import { extname } from 'node:path';
import { Piscina } from 'piscina';
import { ProblemError } from '../problem.ts';
import type * as worker from './hash-worker.ts';

/** One processor is left to everything else: requests go on while many sign in. */
export const hashingThreads = Math.min(Math.max(availableParallelism() - 1, 1), 8);
/** Passwords that may wait for a thread: two seconds' work or so of a single one. */
const longestQueue = 200;
/** Seconds until a full queue has been worked off, roughly. */
const retryAfter = 2;

/** Hashes and checks passwords in threads of its own, a few at once. */
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
  /** Ends its threads, when they have done what was asked of them. */
  close(): Promise<void>;
}

/** The load of the threads at the moment. */
export interface HashLoad {
  /** Passwords that a thread has taken. */
  readonly running: number;
  readonly waiting: number;
}

/**
 * Creates the hasher, with a dummy hash to spend equal time on unknown users.
 *
 * @param limits.threads how many passwords are hashed at the same time
 * @param limits.longestQueue most passwords that wait for it
 */
export async function createPasswordHasher(
  limits = { threads: hashingThreads, longestQueue },
): Promise<PasswordHasher> {
  const pool = new Piscina({
    filename: new URL(`hash-worker${extname(import.meta.url)}`, import.meta.url).href,
    minThreads: limits.threads,
    maxThreads: limits.threads,
    // The next one is at hand when a thread has finished one, whatever the event loop is doing.
    concurrentTasksPerWorker: 2,
  });
  let asked = 0;

  function requireRoom(): void {
    if (pool.queueSize >= limits.longestQueue) throw busy();
  }

  async function run<Name extends keyof typeof worker>(
    name: Name,
    task: Parameters<(typeof worker)[Name]>[0],
  ): Promise<ReturnType<(typeof worker)[Name]>> {
    asked += 1;
    return pool.run(task, { name }).finally(() => {
      asked -= 1;
    });
  }

  const nobody = await run('hash', crypto.randomUUID());
  return {
    requireRoom,
    async hash(password) {
      requireRoom();
      return run('hash', password);
    },
    async verify(hashed, password) {
      requireRoom();
      const fits = await run('verify', { hashed: hashed ?? nobody, password });
      return hashed !== null && fits;
    },
    get load() {
      return { running: asked - pool.queueSize, waiting: pool.queueSize };
    },
    close: () => pool.close(),
  };
}

/** Hashes a single password, where nothing else is to be hashed. */
export async function hashOne(password: string): Promise<string> {
  const hasher = await createPasswordHasher({ threads: 1, longestQueue: 1 });
  try {
    return await hasher.hash(password);
  } finally {
    await hasher.close();
  }
}

function busy(): ProblemError {
  const message = 'Too many people sign in at this moment. Try again shortly.';
  return new ProblemError(503, [{ code: 'busy', message }], { retryAfter });
}
