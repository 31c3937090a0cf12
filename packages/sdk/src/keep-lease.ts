import { backoff } from './backoff.ts';
import type { Clock } from './clock.ts';
import { createEmitter } from './emitter.ts';
import {
  EpochStaleError,
  KeyholdError,
  LeaseLapsedError,
  LeaseReleasedError,
  RefusedError,
  ReleasePendingError,
  UnreachableError,
} from './errors.ts';
import { followEvents } from './follow-events.ts';
import { isRecord, parseJson, textOrNull } from './json.ts';
import type { Lease, LeaseEvents, LeaseStanding } from './lease.ts';
import type { Grant, LeaseCalls } from './lease-calls.ts';
import { type Pacemaker, startPacemaker } from './pacemaker.ts';
import { isTransient, retry } from './retry.ts';
import type { ServerEvent } from './server-events.ts';
import { standingAt } from './term.ts';
import { watchTerm } from './watch-term.ts';

/** The interval of checks in milliseconds while the seat is being checked out and needs no heartbeat. */
const whileLeaving = 1000;

/**
 * The standing of a lease that is not over, derived from the clock at each read. A stored standing would be stale after
 * the process was stopped or slept, since its timers may run only after the application reads it.
 */
const standings = { active: 'active', grace: 'outage', lapsed: 'suspended' } as const;

/** Keeps a granted seat alive. */
export function keepLease(calls: LeaseCalls, clock: Clock, first: Grant): Lease {
  const emitter = createEmitter<LeaseEvents>();
  let grant = first;
  /** The standing that the application was last notified of. */
  let standing: LeaseStanding = 'active';
  let seq = 0;
  let failures = 0;
  let mustResume = false;
  let leaving = false;
  let untold: (() => void) | null = null;
  let finish: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => {
    finish = resolve;
  });
  let stopStream: () => void;
  let stopWatch: () => void;

  const pacemaker: Pacemaker = startPacemaker(clock, grant.term.nextBeatAt, beat);
  follow();
  watch();

  function over(): boolean {
    return standing === 'releasing' || standing === 'ended';
  }

  function stop() {
    pacemaker.stop();
    stopStream();
    stopWatch();
  }

  async function beat(): Promise<number | null> {
    if (leaving) return clock.now() + whileLeaving;
    try {
      const next = mustResume ? await calls.consume() : await calls.heartbeat(grant, seq + 1);
      if (over()) {
        // The lease was released while a resume was in flight: releases the resumed seat, too.
        if (next.epoch !== grant.epoch) await calls.checkIn(next);
        return null;
      }
      accept(next);
      return grant.term.nextBeatAt;
    } catch (error) {
      return afterFailure(error);
    }
  }

  /** The time of the next attempt; null when there is no seat to keep. */
  function afterFailure(error: unknown): number | null {
    if (over()) return null;
    if (leaving) return clock.now() + whileLeaving;
    if (error instanceof LeaseLapsedError || isUnknown(error)) {
      mustResume = true;
      return clock.now();
    }
    if (isTransient(error)) {
      failures += 1;
      const asked =
        error instanceof UnreachableError || error instanceof ReleasePendingError ? error.retryAfterMs : null;
      return clock.now() + backoff(failures, clock.random(), asked);
    }
    if (!(error instanceof KeyholdError)) throw error;
    const { message, code } = error;
    const released = error instanceof LeaseReleasedError;
    void end(released ? error.reason : code, message, released ? error.by : null, released);
    return null;
  }

  function accept(next: Grant) {
    const previous = grant;
    grant = next;
    failures = 0;
    seq = mustResume ? 0 : seq + 1;
    mustResume = false;
    stopWatch();
    watch();
    if (previous.id !== next.id || previous.epoch !== next.epoch) {
      stopStream();
      follow();
    }
    // A reply that arrives after the time it grants has no effect: the next heartbeat follows at once.
    if (standing !== 'active' && standingAt(next.term, clock.now()) === 'active') {
      standing = 'active';
      void emitter.emit('resumed', { license: grant.license });
    }
    const { addons } = next.claims;
    if (addons.join() !== previous.claims.addons.join()) {
      void emitter.emit('entitlements', { addons });
    }
  }

  function watch() {
    stopWatch = watchTerm(clock, grant.term, {
      grace() {
        if (standing === 'outage') return;
        standing = 'outage';
        void emitter.emit('outage', { graceMs: Math.max(0, grant.term.graceUntil - clock.now()) });
      },
      lapse() {
        if (standing === 'suspended') return;
        standing = 'suspended';
        void emitter.emit('suspended', { message: 'The license server cannot be reached.' });
      },
    });
  }

  function follow() {
    const followed = grant;
    stopStream = followEvents({
      clock,
      open: (signal) => calls.events(followed, signal),
      poll: (signal) => calls.wait(followed, signal),
      onEvent: (event) => hear(event, followed),
      onRefused: () => pacemaker.hurry(),
    });
  }

  function hear({ event, data }: ServerEvent, followed: Grant) {
    const parsed = parseJson(data);
    const content = isRecord(parsed) ? parsed : {};
    if (event === 'released') {
      const reason = textOrNull(content['reason']) ?? 'unknown';
      const message = textOrNull(content['message']) ?? 'The license was released.';
      void end(reason, message, textOrNull(content['by']), true);
    } else if (event === 'message') {
      void emitter.emit('message', { message: textOrNull(content['message']) ?? '' });
    } else if (event === 'entitlements') {
      // Events are not signed: the next heartbeat brings the signed add-ons.
      pacemaker.hurry();
    } else if (event === 'state' && (content['state'] !== 'active' || content['epoch'] !== followed.epoch)) {
      pacemaker.hurry();
    }
  }

  /** @param acknowledge whether the server waits for the acknowledgement that the user is logged off */
  async function end(reason: string, message: string, by: string | null, acknowledge: boolean): Promise<void> {
    if (over()) return;
    standing = 'releasing';
    stop();
    const tell = () =>
      emitter.emit('released', {
        reason,
        message,
        by,
        finishWithinMs: Math.max(0, Math.ceil(grant.term.deadline - clock.now())),
      });
    if (!(await tell())) {
      await new Promise<void>((resolve) => {
        untold = resolve;
      });
      await tell();
    }
    if (acknowledge) await acknowledgeRelease();
    standing = 'ended';
    finish();
  }

  /** When all retries fail, the seat becomes free when the lease expires: the error needs no handling. */
  async function acknowledgeRelease(): Promise<void> {
    await retry(clock, 6, () => calls.acknowledge(grant)).catch((error: unknown) => {
      if (!(error instanceof KeyholdError)) throw error;
    });
  }

  return {
    get id() {
      return grant.id;
    },
    get epoch() {
      return grant.epoch;
    },
    get license() {
      return grant.license;
    },
    get certificate() {
      return grant.claims.certificate;
    },
    get addons() {
      return grant.claims.addons;
    },
    get standing() {
      return over() ? standing : standings[standingAt(grant.term, clock.now())];
    },
    get entitled() {
      return !over() && standingAt(grant.term, clock.now()) !== 'lapsed';
    },
    ended,
    on(name, handler) {
      const off = emitter.on(name, handler);
      if (name === 'released') untold?.();
      return off;
    },
    async release() {
      if (over()) return;
      standing = 'ended';
      stop();
      await retry(clock, 4, () => calls.checkIn(grant))
        .catch(ignoreGone)
        .finally(finish);
    },
    async takeOffline(days) {
      leaving = true;
      try {
        const offline = await retry(clock, 4, () => calls.takeOffline(grant, days));
        standing = 'ended';
        stop();
        finish();
        return offline;
      } finally {
        leaving = false;
      }
    },
  };
}

/** The server no longer has the lease: its seat had another holder while this client was disconnected. */
function isUnknown(error: unknown): boolean {
  return error instanceof RefusedError && error.code === 'not-found';
}

/** A seat that another run or another holder has taken need not be released. */
function ignoreGone(error: unknown): void {
  if (!(error instanceof EpochStaleError || isUnknown(error))) throw error;
}
