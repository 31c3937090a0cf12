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

/** A gap this long between the calendar and the monotonic clock is sleep; a smaller one is the calendar being adjusted. */
const sleepThreshold = 2000;
/** How often a waiting timer looks at the clock, so that it notices within a second that the machine has slept. */
const look = 1000;

/**
 * A monotonic clock that counts sleep. `performance.now()` stands still while some systems sleep; a lease does not. A
 * calendar set forward by hand looks like sleep, which merely brings the next heartbeat forward; one set back is ignored.
 *
 * @param monotonic milliseconds that never decrease
 * @param wall the calendar, in milliseconds
 */
export function countSleep(monotonic: () => number, wall: () => number): () => number {
  let slept = 0;
  let lastMonotonic = monotonic();
  let lastWall = wall();
  return () => {
    const nextMonotonic = monotonic();
    const nextWall = wall();
    const unseen = nextWall - lastWall - (nextMonotonic - lastMonotonic);
    if (unseen >= sleepThreshold) slept += unseen;
    lastMonotonic = nextMonotonic;
    lastWall = nextWall;
    return nextMonotonic + slept;
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
      let timer = setTimeout(check, Math.min(milliseconds, look));
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
