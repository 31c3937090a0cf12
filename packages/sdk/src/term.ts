/** What a reply says about a lease's time, in milliseconds. */
export interface Granted {
  /** How long the lease lasts, counted from the moment the request was sent. */
  readonly expiresInMs: number;
  /** When the server would like to hear again, counted from the same moment. */
  readonly nextHeartbeatMs: number;
  /** How much longer the seat is reserved when the server cannot be reached; signed, 0 when not offered. */
  readonly graceMs: number;
}

/** A lease's time on the client's own monotonic clock. */
export interface Term {
  readonly nextBeatAt: number;
  /** Until here the seat is certainly ours. */
  readonly deadline: number;
  /** Until here the application may work on when the server cannot be reached. */
  readonly graceUntil: number;
}

/** `active`: within the lease. `grace`: beyond it, within the outage grace. `lapsed`: another user may have the seat. */
export type Standing = 'active' | 'grace' | 'lapsed';

/** No heartbeat later than this part of the lease, so that a lost one leaves time for another. */
const latestBeat = 0.8;
const jitter = 0.1;
/** And none sooner than this, in milliseconds, however short the rest of a license's term is. */
const soonestBeat = 1000;

/**
 * Puts a lease's time on the client's clock. It counts from the moment the request was sent, which is before the server
 * began to count: whatever the network and the clocks do, this deadline is never later than the server's.
 *
 * @param sentAt the clock's reading just before the request left
 * @param random from 0 up to 1; moves the heartbeat by up to 10 % in both directions, so that many clients spread out
 */
export function termOf(granted: Granted, sentAt: number, random: number): Term {
  const beat = granted.nextHeartbeatMs * (1 - jitter + 2 * jitter * random);
  const deadline = sentAt + granted.expiresInMs;
  return {
    nextBeatAt: sentAt + Math.max(soonestBeat, Math.min(beat, granted.expiresInMs * latestBeat)),
    deadline,
    graceUntil: deadline + Math.max(0, granted.graceMs),
  };
}

/** How a lease stands at a moment. */
export function standingAt(term: Term, now: number): Standing {
  if (now < term.deadline) return 'active';
  return now < term.graceUntil ? 'grace' : 'lapsed';
}
