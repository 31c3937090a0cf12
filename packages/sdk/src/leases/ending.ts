import type { Emitter } from '../events/emitter.ts';
import type { Clock } from '../time/clock.ts';
import type { Lease, LeaseEvents } from './lease.ts';

/** The end of a lease: emits `released`, waits until the user is logged off, and notifies the server. */
export interface Ending {
  /** Null while the lease is not over. */
  readonly standing: 'releasing' | 'ended' | null;
  /** Resolves when the user is logged off and the server has been notified. */
  readonly ended: Promise<void>;
  /** The lease ends without the application; `acknowledge`: the server waits until the user is logged off. */
  release(released: Omit<LeaseEvents['released'], 'finishWithinMs'>, acknowledge: boolean): Promise<void>;
  /** The application ends the lease; `leave` returns its seat, if it was not released before. */
  close(leave: () => Promise<void>): Promise<void>;
  /** Adds a listener; a `released` event without listeners waits for the first one. */
  readonly on: Lease['on'];
}

export interface EndingOptions {
  readonly clock: Clock;
  readonly emitter: Emitter<LeaseEvents>;
  /** When the lease's time is over, on the clock. */
  readonly deadline: () => number;
  /** Stops whatever keeps the lease. */
  readonly stop: () => void;
  /** Notifies the server that the user is logged off. */
  readonly acknowledge: () => Promise<void>;
}

export function createEnding({ clock, emitter, deadline, stop, acknowledge }: EndingOptions): Ending {
  let standing: 'releasing' | 'ended' | null = null;
  let untold: (() => void) | null = null;
  /** Whether the server waits for the acknowledgement that the user is logged off. */
  let isAwaited = false;
  let settling: Promise<void> | null = null;
  let finish: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => {
    finish = resolve;
  });

  /** Once: the application may be faster than its own handler. */
  function settle(): Promise<void> {
    settling ??= (async () => {
      // When all retries fail, the seat becomes free when the lease expires: the error needs no handling.
      if (isAwaited) await acknowledge().catch(() => undefined);
      standing = 'ended';
      finish();
    })();
    return settling;
  }

  return {
    get standing() {
      return standing;
    },
    ended,
    async release(released, awaited) {
      if (standing) return;
      standing = 'releasing';
      isAwaited = awaited;
      stop();
      const tell = () =>
        emitter.emit('released', {
          ...released,
          finishWithinMs: Math.max(0, Math.ceil(deadline() - clock.now())),
        });
      if (!(await tell())) {
        await new Promise<void>((resolve) => {
          untold = resolve;
        });
        await tell();
      }
      await settle();
    },
    async close(leave) {
      if (standing === 'releasing') {
        untold = null;
        return settle();
      }
      if (standing === 'ended') return ended;
      standing = 'ended';
      stop();
      await leave().finally(finish);
    },
    on(name, handler) {
      const off = emitter.on(name, handler);
      if (name === 'released') untold?.();
      return off;
    },
  };
}
