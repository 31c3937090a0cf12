/** Time as the SDK sees it. Applications use {@link systemClock}; tests put their own in its place. */
export interface Clock {
  /** Milliseconds from an arbitrary start that only ever grow, the time a machine slept included. */
  now(): number;
  /** The machine's calendar time in milliseconds since 1970; only offline leases look at it. */
  wallTime(): number;
  /** Runs a function once, after so many milliseconds; returns what cancels it. */
  after(milliseconds: number, run: () => void): () => void;
  /** A number from 0 up to, but not including, 1. */
  random(): number;
}

/** By so little, in milliseconds, calendar and monotonic clock may differ for having been read one after the other. */
const tolerance = 100;
/** How often a waiting timer looks at the clock, so that it notices within a second that the machine has slept. */
const look = 1000;

/**
 * A monotonic clock that counts sleep. `performance.now()` stands still while some systems sleep (on Linux it does, by
 * CLOCK_MONOTONIC); a lease does not. However often a machine falls asleep and for however short a time, all of it is
 * counted but {@link tolerance}. A calendar that is set forward looks like sleep, which merely makes the SDK ask the
 * server sooner; one that is set back is where the counting begins again. Only sleep during which the calendar was set
 * back as well goes unseen.
 *
 * @param monotonic milliseconds that never decrease
 * @param wall the calendar, in milliseconds
 */
export function countSleep(monotonic: () => number, wall: () => number): () => number {
  let slept = 0;
  let difference = wall() - monotonic();
  return () => {
    const now = monotonic();
    const unseen = wall() - now - difference;
    if (Math.abs(unseen) > tolerance) {
      difference += unseen;
      slept += Math.max(0, unseen);
    }
    return now + slept;
  };
}

/** The clock of the machine. */
export function systemClock(): Clock {
  const now = countSleep(() => performance.now(), Date.now);
  return {
    now,
    wallTime: Date.now,
    random: Math.random,
    after(milliseconds, run) {
      const due = now() + milliseconds;
      let timer = setTimeout(check, Math.min(Math.max(0, milliseconds), look));
      function check() {
        const left = due - now();
        if (left <= 0) run();
        else timer = setTimeout(check, Math.min(Math.ceil(left), look));
      }
      return () => clearTimeout(timer);
    },
  };
}

/** Waits, unless the signal ends the waiting: then it returns at once. */
export function pause(clock: Clock, milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    const cancel = clock.after(milliseconds, done);
    signal?.addEventListener('abort', done, { once: true });
    function done() {
      cancel();
      signal?.removeEventListener('abort', done);
      resolve();
    }
  });
}
