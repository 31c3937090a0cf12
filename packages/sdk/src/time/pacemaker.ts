import type { Clock } from './clock.ts';

/** Repeats a task at the times that the task returns; never runs it twice at once. */
export interface Pacemaker {
  /** Runs the task now; right after the current run if it is running. */
  hurry(): void;
  stop(): void;
}

/**
 * @param beat runs the task and returns the clock time of the next run; null stops. It must not throw.
 * @param firstAt the clock time of the first run
 */
export function startPacemaker(clock: Clock, firstAt: number, beat: () => Promise<number | null>): Pacemaker {
  let cancel: () => void = () => undefined;
  let running = false;
  let again = false;
  let stopped = false;

  function schedule(at: number) {
    cancel = clock.after(Math.max(0, at - clock.now()), () => void run());
  }

  async function run() {
    cancel();
    running = true;
    again = false;
    const next = await beat();
    running = false;
    if (next === null) stopped = true;
    else if (!stopped) schedule(again ? clock.now() : next);
  }

  schedule(firstAt);
  return {
    hurry() {
      if (stopped) return;
      if (running) again = true;
      else void run();
    },
    stop() {
      stopped = true;
      cancel();
    },
  };
}
