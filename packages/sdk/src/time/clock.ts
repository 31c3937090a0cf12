/** The clock of the SDK. Applications use {@link systemClock}; tests inject their own. */
export interface Clock {
  /** Monotonic milliseconds from an arbitrary start, including the time that the machine slept. */
  now(): number;
  /** The machine's wall clock in milliseconds since 1970, for offline leases and the expiry of tokens. */
  wallTime(): number;
  /** Runs a function once after a delay in milliseconds; returns a function that cancels it. */
  after(milliseconds: number, run: () => void): () => void;
  /** A number from 0 up to, but not including, 1. */
  random(): number;
}

/** The difference in milliseconds that reading wall clock and monotonic clock one after the other may cause. */
const tolerance = 100;
/** The interval in milliseconds at which a timer checks the clock, to notice within a second that the machine slept. */
const look = 1000;

/**
 * A monotonic clock that counts sleep. `performance.now()` stands still while some systems sleep (on Linux, by
 * CLOCK_MONOTONIC), but a lease does not. All sleep except {@link tolerance} is counted, for any number and length of
 * sleeps. Setting the wall clock forward looks like sleep and only makes the SDK contact the server sooner; setting it
 * back restarts the comparison. Sleep is missed only when the wall clock is set back during it.
 *
 * @param monotonic milliseconds that never decrease
 * @param wall the wall clock, in milliseconds
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
export function systemClock(wallTime: () => number = Date.now): Clock {
  const now = countSleep(() => performance.now(), wallTime);
  return {
    now,
    wallTime,
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

/** Waits, or returns at once when the signal aborts. */
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
