import { releaseOf } from '../seat/lease-row.ts';
import { graceUntil } from '../token/lease-times.ts';
import type { LeaseAsk } from './lease-asks.sql.ts';
import type { LeaseMessage } from './lease-messages.sql.ts';
import type { LeaseStateRow } from './lease-watch.sql.ts';

/** An event of a lease, as its client receives it (docs/licensing-protocol.md, 'Events'). */
export interface LeaseEvent {
  readonly event: 'state' | 'released' | 'entitlements' | 'ending' | 'message' | 'asked';
  readonly data: Readonly<Record<string, unknown>>;
  /** The id by which the client acknowledges a message; null for other events. */
  readonly id: string | null;
  /** The day of an `ending`, by which a long poll says that its caller has received it. */
  readonly day?: string;
}

/** A subscriber of a lease's events: a stream, or a long poll. */
export interface LeaseListener {
  readonly lease: string;
  /** The session of the request: when it ends, so does the subscription. */
  readonly session: string;
  /** Whether the holder may list users, and so learns who requests the seat. */
  readonly mayListUsers?: boolean;
  send(event: LeaseEvent): void;
  end(): void;
}

/** A listener with the last state sent to it: it receives its lease's state first, and a release only once. */
export interface LeaseFollower {
  readonly listener: LeaseListener;
  /**
   * Sends the row's state: always the first time, later only when it differs. A release has its own event. From 30 days
   * before the license's end, `ending` follows the state once a day, and at once after a change of the end. An end that is
   * set less than a day ahead is not put off for the sake of notice: who sets it decides (decision 0147).
   */
  see(row: LeaseStateRow | undefined): void;
  released(data: { readonly reason: string; readonly message: string; readonly by: string | null }): void;
  entitlementsChanged(): void;
  /** Sends what waiters say. */
  asked(asks: readonly LeaseAsk[]): void;
  /** Sends the messages that wait for their acknowledgement, each once. */
  messages(waiting: readonly LeaseMessage[]): void;
}

export function createLeaseFollower(listener: LeaseListener): LeaseFollower {
  /** Events queued until the first state is sent; null afterwards. */
  let waiting: LeaseEvent[] | null = [];
  let lastState = '';
  let isReleased = false;
  /** The messages that were sent and are not acknowledged yet. */
  let sent: ReadonlySet<string> = new Set();
  /** The last `ending` that was sent: its content and day. */
  let lastEnding = '';

  function send(event: LeaseEvent) {
    if (waiting) waiting.push(event);
    else listener.send(event);
  }

  function sendEnding({ 'ends-on': end, 'grace-days': days, today }: LeaseStateRow) {
    if (!end) return;
    const until = graceUntil({ 'expiry-perpetual': false, 'expiry-date': end, 'grace-days': days });
    const data = { on: end.toISOString(), 'grace-until': until?.toISOString() ?? null };
    const ending = JSON.stringify([data, today]);
    if (ending !== lastEnding) send({ event: 'ending', data, id: null, day: today });
    lastEnding = ending;
  }

  const follower: LeaseFollower = {
    listener,
    see(row) {
      const state = row && (row.alive || row['lease-state'] === 'releasing') ? row['lease-state'] : 'free';
      const event: LeaseEvent = { event: 'state', data: { state, epoch: row?.epoch ?? null }, id: null };
      const release = row && (state === 'releasing' || row['lease-state'] === 'free') ? releaseOf(row) : null;
      if (waiting) {
        listener.send(event);
        for (const held of waiting) listener.send(held);
        waiting = null;
      } else if (JSON.stringify(event) !== lastState && !isReleased && !release) {
        listener.send(event);
      }
      lastState = JSON.stringify(event);
      if (release) follower.released(release);
      else if (row && (state === 'active' || state === 'offline')) sendEnding(row);
    },
    released(data) {
      if (isReleased) return;
      isReleased = true;
      send({ event: 'released', data, id: null });
    },
    entitlementsChanged: () => send({ event: 'entitlements', data: {}, id: null }),
    asked(asks) {
      for (const { name, message, waiting: count } of asks) {
        const by = listener.mayListUsers === true && name !== '' ? name : null;
        send({ event: 'asked', data: { by, message, waiting: count }, id: null });
      }
    },
    messages(unacknowledged) {
      for (const { id, message, by } of unacknowledged)
        if (!sent.has(id)) send({ event: 'message', data: { message, by }, id });
      sent = new Set(unacknowledged.map(({ id }) => id));
    },
  };
  return follower;
}
