import { availableParallelism } from 'node:os';
import { extname } from 'node:path';
import { Piscina } from 'piscina';
import { ProblemError } from '../problem.ts';
import type * as worker from './hash-worker.ts';

const processors = availableParallelism();
/** Milliseconds for which the last processor stays free once a request was made that hashes nothing. */
const quietTime = 100;
/** What the threads are limited to. */
export interface HashLimits {
  /** How many passwords are hashed at the same time, whatever else is asked of the server. */
  readonly threads: number;
  /** Whether one more is hashed while nothing else is asked. */
  readonly spareThread: boolean;
  /** Most passwords that wait for a thread. */
  readonly longestQueue: number;
}

/** One processor is left to everything else, so that requests go on while many sign in. */
const usualLimits: HashLimits = {
  threads: Math.min(Math.max(processors - 1, 1), 8),
  spareThread: processors > 1,
  // Two seconds' work or so of a single thread.
  longestQueue: 200,
};
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
  /** Leaves the last processor to a request that hashes nothing, and to those that come soon after it. */
  giveWay(): void;
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

/** Creates the hasher, with a dummy hash to spend equal time on unknown users. */
export async function createPasswordHasher(limits = usualLimits): Promise<PasswordHasher> {
  const options = {
    filename: new URL(`hash-worker${extname(import.meta.url)}`, import.meta.url).href,
    // The next one is at hand when a thread has finished one, whatever the event loop is doing.
    concurrentTasksPerWorker: 2,
  };
  const pool = new Piscina({ ...options, minThreads: limits.threads, maxThreads: limits.threads });
  // Started when it is needed, and ended when it is not.
  const spare = new Piscina({ ...options, minThreads: 0, maxThreads: 1, idleTimeout: 10_000 });
  let asked = 0;
  let askedOfSpare = 0;
  let quietFrom = 0;

  function requireRoom(): void {
    if (pool.queueSize >= limits.longestQueue) throw busy();
  }

  /** Whether the last processor takes the next password: nobody else needs it, and the others have enough to do. */
  function isSpareFree(): boolean {
    const othersBusy = asked - askedOfSpare >= limits.threads;
    const hasRoom = limits.spareThread && askedOfSpare < options.concurrentTasksPerWorker;
    return hasRoom && othersBusy && performance.now() >= quietFrom;
  }

  async function run<Name extends keyof typeof worker>(
    name: Name,
    task: Parameters<(typeof worker)[Name]>[0],
  ): Promise<ReturnType<(typeof worker)[Name]>> {
    const onSpare = isSpareFree();
    asked += 1;
    askedOfSpare += Number(onSpare);
    return (onSpare ? spare : pool).run(task, { name }).finally(() => {
      asked -= 1;
      askedOfSpare -= Number(onSpare);
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
    giveWay() {
      quietFrom = performance.now() + quietTime;
    },
    get load() {
      return { running: asked - pool.queueSize, waiting: pool.queueSize };
    },
    async close() {
      await Promise.all([pool.close(), spare.close()]);
    },
  };
}

/** Hashes a single password, where nothing else is to be hashed. */
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
