import { ProblemError } from '../problem.ts';

/** Work that waits for its turn, so that no more of it is done at once than a machine bears. */
export interface HashQueue {
  /**
   * Does work when its turn has come.
   *
   * @throws {ProblemError} 503, at once, when too much waits already.
   */
  run<Result>(work: () => Promise<Result>): Promise<Result>;
  /** @throws {ProblemError} 503 when no more may wait. */
  requireRoom(): void;
  readonly load: HashLoad;
}

/** What a queue has to do at the moment. */
export interface HashLoad {
  readonly running: number;
  readonly waiting: number;
}

/** Seconds until a full queue has been worked off, roughly. */
const retryAfter = 2;

/**
 * @param atOnce most works at the same time
 * @param longest most works that wait
 */
export function createHashQueue(atOnce: number, longest: number): HashQueue {
  const waiting: (() => void)[] = [];
  let running = 0;

  function requireRoom() {
    if (running >= atOnce && waiting.length >= longest) throw busy();
  }

  return {
    requireRoom,
    async run(work) {
      requireRoom();
      if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
      else running += 1;
      try {
        return await work();
      } finally {
        const next = waiting.shift();
        // The turn is passed on: nobody who comes now can slip in between.
        if (next) next();
        else running -= 1;
      }
    },
    get load() {
      return { running, waiting: waiting.length };
    },
  };
}

function busy(): ProblemError {
  const message = 'Too many people sign in at this moment. Try again shortly.';
  return new ProblemError(503, [{ code: 'busy', message }], { retryAfter });
}
