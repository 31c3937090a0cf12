import { createEmitter } from '../events/emitter.ts';
import { followEvents } from '../events/follow-events.ts';
import { createInbox } from '../events/inbox.ts';
import type { ServerEvent } from '../events/server-events.ts';
import {
  AuthenticationError,
  KeyholdError,
  LeaseLapsedError,
  LeaseReleasedError,
  UnreachableError,
} from '../replies/errors.ts';
import { isRecord, numberOrNull, parseJson, textOrNull } from '../replies/json.ts';
import { randomId } from '../store/random-id.ts';
import { backoff } from '../time/backoff.ts';
import type { Clock } from '../time/clock.ts';
import { type Pacemaker, startPacemaker } from '../time/pacemaker.ts';
import { isTransient, retry } from '../time/retry.ts';
import { standingAt } from '../time/term.ts';
import { watchTerm } from '../time/watch-term.ts';
import { createEnding } from './ending.ts';
import { standingOffline, watchOffline } from './keep-offline.ts';
import type { Lease, LeaseEvents, LeaseStanding } from './lease.ts';
import type { Grant, Heartbeat, LeaseCalls } from './lease-calls.ts';
import type { OfflineLease } from './offline-lease.ts';
import { acknowledgeRelease, isRefusal, releaseSeat } from './release-seat.ts';

/** The interval of checks in milliseconds while the seat is being checked out and needs no heartbeat. */
const whileLeaving = 1000;
/** The server sends an end once a day; sooner than this, it is a repetition. */
const halfDay = 43_200_000;

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
  let standing: Exclude<LeaseStanding, 'releasing' | 'ended'> = 'active';
  let seq = 0;
  let failures = 0;
  /** The heartbeat that has no reply yet. */
  let unanswered: Heartbeat | null = null;
  let mustResume = false;
  /** The check-out in flight. */
  let leaving: Promise<OfflineLease> | null = null;
  /** The days of the last check-out that was requested; the seat may be checked out although no reply arrived. */
  let checkOutDays: number | null = null;
  /** The offline lease as which this one goes on. */
  let checkedOut: OfflineLease | null = null;
  const ending = createEnding({
    clock,
    emitter,
    deadline: () => grant.term.deadline,
    stop,
    acknowledge: () => acknowledgeRelease(clock, calls, grant),
  });
  const inbox = createInbox((id) => {
    // A message whose acknowledgement is lost is sent again.
    void retry(clock, 4, () => calls.acknowledgeMessage(grant, id)).catch(() => undefined);
  });
  /** The id of the last `ending`, for polls, and the last one that was shown. */
  let lastEnding: string | null = null;
  let shownEnding: { readonly on: string; readonly graceUntil: string | null; readonly at: number } | undefined;
  let stopStream: () => void;
  let stopWatch: () => void;

  const pacemaker: Pacemaker = startPacemaker(clock, grant.term.nextBeatAt, beat);
  follow();
  watch();

  function over(): boolean {
    return ending.standing !== null;
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
    leaving ??= retry(clock, attempts, () => calls.takeOffline(grant, days))
      .then(goOffline)
      .finally(() => {
        leaving = null;
      });
    return leaving;
  }

  /** The lease goes on as offline, unless it ended during the check-out. */
  function goOffline(offline: OfflineLease): OfflineLease {
    if (over()) return offline;
    checkedOut = offline;
    stop();
    stopWatch = watchOffline(clock, offline, ending);
    void emitter.emit('offline', { until: offline.until });
    return offline;
  }

  /** Requests the lease of a check-out that succeeded although its reply was lost. */
  async function completeCheckOut(days: number): Promise<number | null> {
    try {
      await checkOut(days, 1);
      return null;
    } catch (error) {
      return afterFailure(error);
    }
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
      const reason = released ? error.reason : code;
      void ending.release({ reason, message, by: released ? error.by : null }, acknowledge);
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
      poll: (signal) => calls.wait(followed, signal, inbox.lastShown(), lastEnding),
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
      void ending.release({ reason, message, by: textOrNull(content['by']) }, true);
    } else if (event === 'message') {
      const show = () => emitter.emit('message', { message: textOrNull(content['message']) ?? '' });
      if (id) inbox.receive(id, show);
      else void show();
    } else if (event === 'asked') {
      const [by, message] = [textOrNull(content['by']), textOrNull(content['message']) ?? ''];
      void emitter.emit('asked', { by, message, waiting: numberOrNull(content['waiting']) ?? 1 });
    } else if (event === 'ending') {
      hearEnding(content, id);
    } else if (event === 'entitlements') {
      // Events are not signed: the next heartbeat brings the signed add-ons.
      pacemaker.hurry();
    } else if (event === 'state' && (content['state'] !== 'active' || content['epoch'] !== followed.epoch)) {
      pacemaker.hurry();
    }
  }

  /** A stream that is opened again begins with the end that was already announced. */
  function hearEnding(content: Record<string, unknown>, id: string | null) {
    lastEnding = id ?? lastEnding;
    const on = textOrNull(content['on']);
    if (on === null) return;
    const ending = { on, graceUntil: textOrNull(content['grace-until']) };
    const isSame = shownEnding?.on === on && shownEnding.graceUntil === ending.graceUntil;
    if (shownEnding && isSame && clock.now() - shownEnding.at < halfDay) return;
    shownEnding = { ...ending, at: clock.now() };
    void emitter.emit('ending', ending);
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
      if (ending.standing) return ending.standing;
      return checkedOut ? standingOffline(checkedOut) : standings[standingAt(grant.term, clock.now())];
    },
    get entitled() {
      if (over()) return false;
      return checkedOut ? checkedOut.entitled : standingAt(grant.term, clock.now()) !== 'lapsed';
    },
    get offline() {
      return checkedOut;
    },
    ended: ending.ended,
    on: ending.on,
    async release() {
      // A seat that is being checked out goes on as offline then, or can be released.
      if (leaving) await leaving.catch(() => undefined);
      // Checked out, it stays so for later runs.
      await ending.close(async () => (checkedOut ? undefined : releaseSeat(clock, calls, grant)));
    },
    takeOffline: async (days) => checkedOut ?? checkOut(days, 4),
  };
}
