import type { Clock } from '../src/time/clock.ts';

/** A clock that stands still until a test moves it. */
export interface FakeClock extends Clock {
  /** Advances the time and runs the timers that become due, in order. */
  advance(milliseconds: number): void;
  /** Advances the time without running timers, like a machine that sleeps. */
  jump(milliseconds: number): void;
  /** The number of waiting timers. */
  waiting(): number;
}

export function fakeClock(random = 0.5): FakeClock {
  let time = 1000;
  const timers = new Map<object, { readonly due: number; readonly run: () => void }>();

  function nextDue(until: number) {
    let found: [object, { readonly due: number; readonly run: () => void }] | null = null;
    for (const entry of timers) if (entry[1].due <= until && (!found || entry[1].due < found[1].due)) found = entry;
    return found;
  }

  return {
    now: () => time,
    wallTime: () => 1_767_600_000_000 + time,
    random: () => random,
    after(milliseconds, run) {
      const key = {};
      timers.set(key, { due: time + milliseconds, run });
      return () => timers.delete(key);
    },
    advance(milliseconds) {
      const until = time + milliseconds;
      for (let entry = nextDue(until); entry; entry = nextDue(until)) {
        timers.delete(entry[0]);
        time = Math.max(time, entry[1].due);
        entry[1].run();
      }
      time = until;
    },
    jump(milliseconds) {
      time += milliseconds;
    },
    waiting: () => timers.size,
  };
}
