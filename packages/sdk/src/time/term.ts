/** The times of a lease in a reply, in milliseconds. */
export interface Granted {
  /** How long the lease lasts, counted from the moment the request was sent. */
  readonly expiresInMs: number;
  /** When the server expects the next heartbeat, counted from the same moment. */
  readonly nextHeartbeatMs: number;
  /** How much longer the seat is reserved when the server cannot be reached; signed, 0 when not offered. */
  readonly graceMs: number;
}

/** A lease's time on the client's own monotonic clock. */
export interface Term {
  readonly nextBeatAt: number;
  /** The end of the time in which this client certainly holds the seat. */
  readonly deadline: number;
  /** The end of the time in which the application may work while the server cannot be reached. */
  readonly graceUntil: number;
}

/** `active`: within the lease. `grace`: after it, within the outage grace. `lapsed`: another user may have the seat. */
export type Standing = 'active' | 'grace' | 'lapsed';

/** The latest heartbeat, as a share of the lease, so that a lost one leaves time for another. */
const latestBeat = 0.8;
const jitter = 0.1;
/** The earliest heartbeat in milliseconds, even when the rest of a license's term is shorter. */
const soonestBeat = 1000;

/**
 * Converts a lease's times to the client's clock. They count from the moment the request was sent, which is before the
 * server starts to count: for any network delay and clock skew, this deadline is never later than the server's.
 *
 * @param sentAt the clock time just before the request was sent
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

/** The standing of a lease at a time. */
export function standingAt(term: Term, now: number): Standing {
  if (now < term.deadline) return 'active';
  return now < term.graceUntil ? 'grace' : 'lapsed';
}
