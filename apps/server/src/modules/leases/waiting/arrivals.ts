import { connectionClosed } from '../../../problem.ts';

declare module '../../../services.ts' {
  interface Services {
    readonly arrivals: Arrivals;
  }
}

/** Arrivals in line of this node, few of them at once: all wait for one lock, and each holds a connection meanwhile. */
export interface Arrivals {
  /**
   * Runs work of a line when its turn comes, in the order of the calls.
   *
   * @param left aborted when the client has disconnected: then the work is not run
   * @throws {ProblemError} 499 when the client has disconnected
   */
  run<Result>(line: string, left: AbortSignal, work: () => Promise<Result>): Promise<Result>;
}

/** Arrivals of one line that work at once: one holds the lock, and others are ready to follow. */
const atOnce = 4;

export function createArrivals(): Arrivals {
  const lines = new Map<string, { working: number; readonly waiting: (() => void)[] }>();
  return {
    async run(line, left, work) {
      const turns = lines.get(line) ?? { working: 0, waiting: [] };
      lines.set(line, turns);
      // Who finishes passes the turn on.
      if (turns.working >= atOnce) await new Promise<void>((resolve) => turns.waiting.push(resolve));
      else turns.working += 1;
      try {
        if (left.aborted) throw connectionClosed();
        return await work();
      } finally {
        const next = turns.waiting.shift();
        if (next) next();
        else turns.working -= 1;
        if (turns.working === 0) lines.delete(line);
      }
    },
  };
}
