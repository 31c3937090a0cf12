import { createEmitter } from '../events/emitter.ts';
import type { Clock } from '../time/clock.ts';
import { createEnding, type Ending } from './ending.ts';
import type { Lease, LeaseEvents } from './lease.ts';
import type { OfflineLease } from './offline-lease.ts';

/** Keeps an offline lease that an earlier run checked out, which needs no server. */
export function keepOffline(clock: Clock, offline: OfflineLease): Lease {
  const ending = createEnding({
    clock,
    emitter: createEmitter<LeaseEvents>(),
    deadline: () => clock.now(),
    stop: () => stopWatch(),
    acknowledge: async () => undefined,
  });
  const stopWatch = watchOffline(clock, offline, ending);
  const { id, epoch, license, certificate, addons } = offline;
  return {
    ...{ id, epoch, license, certificate, addons, offline },
    get standing() {
      return ending.standing ?? standingOffline(offline);
    },
    get entitled() {
      return ending.standing === null && offline.entitled;
    },
    ended: ending.ended,
    on: ending.on,
    // The seat stays checked out for later runs.
    release: () => ending.close(async () => undefined),
    takeOffline: async () => offline,
  };
}

/** The standing of an offline lease that is not over; its end is noticed within a second. */
export function standingOffline(offline: OfflineLease): 'offline' | 'suspended' {
  return offline.entitled ? 'offline' : 'suspended';
}

/**
 * Ends a lease when its offline lease expires or is returned.
 *
 * @returns a function that stops the watch
 */
export function watchOffline(clock: Clock, offline: OfflineLease, ending: Ending): () => void {
  let cancel = clock.after(offline.until - clock.wallTime(), check);
  function check() {
    if (offline.entitled) {
      cancel = clock.after(Math.max(1000, offline.until - clock.wallTime()), check);
      return;
    }
    const message = 'The time for which this license was checked out is over.';
    void ending.release({ reason: 'offline-ended', message, by: null }, false);
  }
  void offline.returned.then(() => ending.close(async () => undefined));
  return () => cancel();
}
