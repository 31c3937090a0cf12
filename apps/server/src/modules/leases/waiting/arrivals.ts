import { connectionClosed } from '../../../problem.ts';

declare module '../../../services.ts' {
  interface Services {
    readonly arrivals: Arrivals;
  }
}

/** Arrivals in line of this node, few of them at once: all wait for one lock, and each holds a connection meanwhile. */
export interface Arrivals {
  /**
   * Runs work of a line when its turn comes, in the order of the calls. A client that leaves gives its turn up at once.
   *
   * @param left aborted when the client has disconnected: then the work is not run
   * @throws {ProblemError} 499 when the client has disconnected
   */
  run<Result>(line: string, left: AbortSignal, work: () => Promise<Result>): Promise<Result>;
}

/** Arrivals of one line that work at once: one holds the lock, and others are ready to follow. */
const atOnce = 4;

export function createArrivals(): Arrivals {
  const lines = new Map<string, { working: number; readonly waiting: Set<() => void> }>();
  return {
    async run(line, left, work) {
      const turns = lines.get(line) ?? { working: 0, waiting: new Set() };
      lines.set(line, turns);
      // Who finishes passes the turn on.
      if (turns.working >= atOnce) await turnOf(turns.waiting, left);
      else turns.working += 1;
      try {
        if (left.aborted) throw connectionClosed();
        return await work();
      } finally {
        const [next] = turns.waiting;
        if (next) next();
        else turns.working -= 1;
        if (turns.working === 0) lines.delete(line);
      }
    },
  };
}

/** Waits among others until its turn comes, or its client has left. */
function turnOf(waiting: Set<() => void>, left: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const over = () => {
      waiting.delete(begin);
      left.removeEventListener('abort', leave);
    };
    const begin = () => {
      over();
      resolve();
    };
    const leave = () => {
      over();
      reject(connectionClosed());
    };
    waiting.add(begin);
    left.addEventListener('abort', leave, { once: true });
    if (left.aborted) leave();
  });
}
