import { backoff } from './backoff.ts';
import type { Clock } from './clock.ts';
import { createEmitter } from './emitter.ts';
import { AuthenticationError, KeyholdError, LeaseLapsedError, LeaseReleasedError, UnreachableError } from './errors.ts';
import { followEvents } from './follow-events.ts';
import { createInbox } from './inbox.ts';
import { isRecord, parseJson, textOrNull } from './json.ts';
import type { Lease, LeaseEvents, LeaseStanding } from './lease.ts';
import type { Grant, Heartbeat, LeaseCalls } from './lease-calls.ts';
import type { OfflineLease } from './offline-lease.ts';
import { type Pacemaker, startPacemaker } from './pacemaker.ts';
import { randomId } from './random-id.ts';
import { acknowledgeRelease, isRefusal, releaseSeat } from './release-seat.ts';
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
  /** The heartbeat that has no reply yet. */
  let unanswered: Heartbeat | null = null;
  let mustResume = false;
  /** The check-out in flight. */
  let leaving: Promise<OfflineLease> | null = null;
  /** The days of the last check-out that was requested; the seat may be checked out although no reply arrived. */
  let checkOutDays: number | null = null;
  let untold: (() => void) | null = null;
  /** Whether the server waits for the acknowledgement that the user is logged off. */
  let isAwaited = false;
  let settling: Promise<void> | null = null;
  let finish: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const inbox = createInbox((id) => {
    // A message whose acknowledgement is lost is sent again.
    void retry(clock, 4, () => calls.acknowledgeMessage(grant, id)).catch(() => undefined);
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
      const next = mustResume ? await calls.consume() : await heartbeat();
      if (over()) {
        // The lease was released while a resume was in flight: releases the resumed seat, too.
        if (next.id !== grant.id || next.epoch !== grant.epoch) await retry(clock, 4, () => calls.checkIn(next));
        return null;
      }
      accept(next);
      return grant.term.nextBeatAt;
    } catch (error) {
      const isCheckedOut = isRefusal(error, 'lease-offline') && !leaving && !over();
      return isCheckedOut && checkOutDays !== null ? completeCheckOut(checkOutDays) : afterFailure(error);
    }
  }

  function heartbeat(): Promise<Grant> {
    unanswered ??= { seq: seq + 1, nonce: randomId(), sentAt: clock.now() };
    return calls.heartbeat(grant, unanswered);
  }

  /** Single flight: the loop may complete a check-out while the application requests it again. */
  function checkOut(days: number, attempts: number): Promise<OfflineLease> {
    checkOutDays = days;
    leaving ??= retry(clock, attempts, () => calls.takeOffline(grant, days)).finally(() => {
      leaving = null;
    });
    return leaving;
  }

  /** Requests the lease of a check-out that succeeded although its reply was lost. */
  async function completeCheckOut(days: number): Promise<number | null> {
    try {
      await checkOut(days, 1);
    } catch (error) {
      return afterFailure(error);
    }
    void end('offline', 'This license is now in offline use on this device.', null, false);
    return null;
  }

  /** The time of the next attempt; null when there is no seat to keep. */
  function afterFailure(error: unknown): number | null {
    if (over()) return null;
    if (leaving) return clock.now() + whileLeaving;
    // `not-found`: the seat had another holder while this client was disconnected.
    if (error instanceof LeaseLapsedError || isRefusal(error, 'not-found')) {
      const wasResume = mustResume;
      mustResume = true;
      if (!wasResume) return clock.now();
    } else if (error instanceof KeyholdError && !isTransient(error)) {
      const { message, code } = error;
      const released = error instanceof LeaseReleasedError;
      // The session may have ended without the lease's event, in which case the server waits, too.
      const acknowledge = released || error instanceof AuthenticationError;
      void end(released ? error.reason : code, message, released ? error.by : null, acknowledge);
      return null;
    }
    // An unexpected error, such as of the store, does not end the lease either.
    failures += 1;
    // The time of ReleasePendingError is when the seat is free at the latest; usually it is much sooner.
    const asked = error instanceof UnreachableError ? error.retryAfterMs : null;
    return clock.now() + backoff(failures, clock.random(), asked);
  }

  function accept(next: Grant) {
    const previous = grant;
    grant = next;
    failures = 0;
    seq = mustResume ? 0 : seq + 1;
    mustResume = false;
    unanswered = null;
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
        void emitter.emit('suspended', { message: 'The license could not be confirmed in time.' });
      },
    });
  }

  function follow() {
    const followed = grant;
    stopStream = followEvents({
      clock,
      open: (signal) => calls.events(followed, signal, inbox.lastShown()),
      poll: (signal) => calls.wait(followed, signal, inbox.lastShown()),
      onEvent: (event) => hear(event, followed),
      onRefused: () => pacemaker.hurry(),
    });
  }

  function hear({ event, data, id }: ServerEvent, followed: Grant) {
    const parsed = parseJson(data);
    const content = isRecord(parsed) ? parsed : {};
    if (event === 'released') {
      const reason = textOrNull(content['reason']) ?? 'unknown';
      const message = textOrNull(content['message']) ?? 'The license was released.';
      void end(reason, message, textOrNull(content['by']), true);
    } else if (event === 'message') {
      const show = () => emitter.emit('message', { message: textOrNull(content['message']) ?? '' });
      if (id) inbox.receive(id, show);
      else void show();
    } else if (event === 'entitlements') {
      // Events are not signed: the next heartbeat brings the signed add-ons.
      pacemaker.hurry();
    } else if (event === 'state' && (content['state'] !== 'active' || content['epoch'] !== followed.epoch)) {
      pacemaker.hurry();
    }
  }

  async function end(reason: string, message: string, by: string | null, acknowledge: boolean): Promise<void> {
    if (over()) return;
    standing = 'releasing';
    isAwaited = acknowledge;
    stop();
    const tell = () =>
      emitter.emit('released', {
        reason,
        message,
        by,
        finishWithinMs: Math.max(0, Math.ceil(grant.term.deadline - clock.now())),
      });
    try {
      if (!(await tell())) {
        await new Promise<void>((resolve) => {
          untold = resolve;
        });
        await tell();
      }
    } finally {
      // Also when a handler failed, which is reported as for every event: nobody works with the seat any more.
      await settle();
    }
  }

  /** Ends a released lease, once: the application may be faster than its own handler. */
  function settle(): Promise<void> {
    settling ??= (async () => {
      // When all retries fail, the seat becomes free when the lease expires: the error needs no handling.
      if (isAwaited) await acknowledgeRelease(clock, calls, grant).catch(() => undefined);
      standing = 'ended';
      finish();
    })();
    return settling;
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
      // A seat that is being checked out has either ended this lease then, or can be released.
      if (leaving) await leaving.catch(() => undefined);
      if (standing === 'releasing') {
        untold = null;
        return settle();
      }
      if (standing === 'ended') return ended;
      standing = 'ended';
      stop();
      await releaseSeat(clock, calls, grant).finally(finish);
    },
    async takeOffline(days) {
      const offline = await checkOut(days, 4);
      standing = 'ended';
      stop();
      finish();
      return offline;
    },
  };
}
