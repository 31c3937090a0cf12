import { availableParallelism } from 'node:os';
import { extname } from 'node:path';
import { Piscina } from 'piscina';
import { ProblemError } from '../problem.ts';
import type * as worker from './hash-worker.ts';

declare module '../services.ts' {
  interface Services {
    readonly passwords: PasswordHasher;
  }
}

const processors = availableParallelism();
/** Milliseconds for which the last processor stays free after a request that hashes nothing. */
const quietTime = 100;
/** Limits of the threads. */
export interface HashLimits {
  /** Passwords that are hashed at the same time, regardless of other requests. */
  readonly threads: number;
  /** Whether one more is hashed while the server is otherwise idle. */
  readonly spareThread: boolean;
  /** Maximum number of passwords that wait for a thread. */
  readonly longestQueue: number;
}

/** One processor is left to everything else, so that requests go on while many users sign in. */
const usualLimits: HashLimits = {
  threads: Math.min(Math.max(processors - 1, 1), 8),
  spareThread: processors > 1,
  // About two seconds of work for a single thread.
  longestQueue: 200,
};
/** Approximate number of seconds until a full queue is worked off. */
const retryAfter = 2;

/** How a password matches a hash. */
export type PasswordMatch = 'no' | 'normalized' | 'as typed';

/** Hashes and verifies passwords in worker threads, a few at once. */
export interface PasswordHasher {
  /**
   * Hashes a password in Unicode NFC, so that it matches however a keyboard composes its letters.
   *
   * @throws {ProblemError} 503 when too many passwords are waiting.
   */
  hash(password: string): Promise<string>;
  /**
   * Whether a password matches a hash; without a hash, returns false after the same time.
   *
   * @throws {ProblemError} 503 when too many passwords are waiting.
   */
  verify(hashed: string | null, password: string): Promise<boolean>;
  /**
   * Like {@link verify}, and says how the password matched: `as typed` only for a hash from before passwords were
   * normalized, which the caller replaces.
   *
   * @throws {ProblemError} 503 when too many passwords are waiting.
   */
  match(hashed: string | null, password: string): Promise<PasswordMatch>;
  /** @throws {ProblemError} 503 when too many passwords are waiting, before anything is counted or queried in vain. */
  requireRoom(): void;
  /** Leaves the last processor to a request that hashes nothing, and to requests that follow soon after it. */
  giveWay(): void;
  readonly load: HashLoad;
  /** Ends the threads when their work is done. */
  close(): Promise<void>;
}

/** The current load of the threads. */
interface HashLoad {
  /** Passwords that a thread has taken. */
  readonly running: number;
  readonly waiting: number;
}

/** Creates the hasher, with a dummy hash so that unknown users take the same time. */
export async function createPasswordHasher(limits = usualLimits): Promise<PasswordHasher> {
  const options = {
    filename: new URL(`hash-worker${extname(import.meta.url)}`, import.meta.url).href,
    // A thread has its next task at hand when it finishes one, even while the event loop is busy.
    concurrentTasksPerWorker: 2,
  };
  const pool = new Piscina({ ...options, minThreads: limits.threads, maxThreads: limits.threads });
  // Always started: passwords would wait for its start longer than those that arrived after them.
  const spare = new Piscina({ ...options, minThreads: Number(limits.spareThread), maxThreads: 1 });
  const roomOfPool = limits.threads * options.concurrentTasksPerWorker;
  /** Passwords that the pool, or the spare thread, has taken. */
  let inPool = 0;
  let onSpare = 0;
  let quietFrom = 0;
  /** What waits for a thread, the oldest first. */
  const waiting: Array<(threads: Piscina) => void> = [];

  function requireRoom(): void {
    if (waiting.length >= limits.longestQueue) throw busy();
  }

  /** Whether the last processor takes the next password: no other request needs it, and the other threads are busy. */
  function isSpareFree(): boolean {
    const hasRoom = limits.spareThread && onSpare < options.concurrentTasksPerWorker;
    return hasRoom && inPool >= limits.threads && performance.now() >= quietFrom;
  }

  /** Gives the passwords that wait to the threads with room, in the order of their arrival. */
  function assign(): void {
    for (;;) {
      const toSpare = isSpareFree();
      if (!toSpare && inPool >= roomOfPool) return;
      const start = waiting.shift();
      if (!start) return;
      if (toSpare) onSpare += 1;
      else inPool += 1;
      start(toSpare ? spare : pool);
    }
  }

  async function run<Name extends keyof typeof worker>(
    name: Name,
    task: Parameters<(typeof worker)[Name]>[0],
  ): Promise<ReturnType<(typeof worker)[Name]>> {
    const threads = await new Promise<Piscina>((resolve) => {
      waiting.push(resolve);
      assign();
    });
    return threads.run(task, { name }).finally(() => {
      if (threads === spare) onSpare -= 1;
      else inPool -= 1;
      assign();
    });
  }

  const nobody = await run('hash', crypto.randomUUID());

  async function match(hashed: string | null, password: string): Promise<PasswordMatch> {
    const normalized = password.normalize('NFC');
    const verifyOne = (one: string) => {
      requireRoom();
      return run('verify', { hashed: hashed ?? nobody, password: one });
    };
    if ((await verifyOne(normalized)) && hashed !== null) return 'normalized';
    // The second check depends on the typed password only, so that its time reveals nothing about a user.
    if (normalized === password) return 'no';
    return (await verifyOne(password)) && hashed !== null ? 'as typed' : 'no';
  }

  return {
    requireRoom,
    async hash(password) {
      requireRoom();
      return run('hash', password.normalize('NFC'));
    },
    async verify(hashed, password) {
      return (await match(hashed, password)) !== 'no';
    },
    match,
    giveWay() {
      quietFrom = performance.now() + quietTime;
    },
    get load() {
      return { running: inPool + onSpare, waiting: waiting.length };
    },
    async close() {
      await Promise.all([pool.close(), spare.close()]);
    },
  };
}

/** Hashes a single password with a hasher of its own. */
export async function hashOne(password: string): Promise<string> {
  const hasher = await createPasswordHasher({ threads: 1, spareThread: false, longestQueue: 1 });
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
