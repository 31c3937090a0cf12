import type { Handler } from '../events/emitter.ts';
import type { Certificate } from '../signatures/claims.ts';
import type { OfflineLease } from './offline-lease.ts';

/** The seat was released. */
export interface Released {
  /**
   * The reason as a code. From the server: `released` (by an administrator), `user-inactive`, `user-deleted`,
   * `no-longer-eligible`, `consumers-changed`, `license-suspended`, `license-expired`, `license-moved`, `moved` (another
   * run on this device took another license), `session-ended`, `time-over` (of `maxSeconds`), `overdraft-ended`,
   * `account-inactive`, `account-deleted`, `idle` (the user was away, and others waited), `taken-over` (the user continued
   * on another device). From the SDK:
   * `authentication` (no user is signed in any more), `user-changed` (another user has signed in), `offline-ended` (the
   * time for which the seat was checked out is over), `copied` (a copy of this device uses the seat: a cloned machine or
   * a restored snapshot; consume again only if the user chooses to), or the code of the refusal that ended the lease,
   * such as `epoch-stale` or `no-seat`.
   */
  readonly reason: string;
  /** The reason as a sentence for users. */
  readonly message: string;
  /** The rn of the principal that released it, or null when there is none. */
  readonly by: string | null;
  /** How long the application may take to log its user off, in milliseconds. */
  readonly finishWithinMs: number;
}

/** The events of a lease. */
export interface LeaseEvents {
  /**
   * The seat was released: log the user off. The server is notified when the handler finishes or fails, or when the
   * application calls `release()`; without either it is not, and keeps the seat until the lease expires.
   */
  released: Released;
  /** The server cannot be reached and the lease expired, but the signed grace allows the user to keep working. */
  outage: { readonly graceMs: number };
  /** The seat cannot be confirmed: stop working until `resumed`. The SDK keeps retrying. */
  suspended: { readonly message: string };
  /** After `outage` or `suspended`: the lease is active again, possibly on another license. */
  resumed: { readonly license: string };
  /** The seat is checked out now: the lease goes on without a server until then, in milliseconds since 1970. */
  offline: { readonly until: number };
  /** Add-ons were assigned or removed. */
  entitlements: { readonly addons: readonly string[] };
  /**
   * The license ends within 30 days, or has ended and goes on until `graceUntil`; once a day and after a change. Both are
   * ISO 8601; `graceUntil` is null where it does not go on.
   */
  ending: { readonly on: string; readonly graceUntil: string | null };
  /**
   * A waiter sent a message: show it, and let the user decide whether to release the lease. `by` is a
   * first name, or null where the user may not list users; `waiting` is how many wait.
   */
  asked: { readonly by: string | null; readonly message: string; readonly waiting: number };
  /** An administrator's message to the user, once. It is acknowledged after its handlers have run. */
  message: { readonly message: string };
}

/**
 * The standing of a lease. The user may work while it is `active`, and in an `outage`: the server cannot be reached,
 * but the signed grace allows it, and `offline`: the seat is checked out. While it is `suspended` the user must not
 * work, until it is `active` again. `releasing`: the seat was released and the user is being logged off; `ended`: the user is logged off.
 */
export type LeaseStanding = 'active' | 'outage' | 'offline' | 'suspended' | 'releasing' | 'ended';

/** A seat that this application holds; the SDK keeps it alive until it is released. */
export interface Lease {
  /** Stays the same across runs while this user holds the seat on this device. */
  readonly id: string;
  /** The seat's fencing token, which grows each time the seat is taken: only the run with the highest one holds it. */
  readonly epoch: number;
  /** The rn of the license. */
  readonly license: string;
  readonly certificate: Certificate;
  /** The rns of the add-ons on the license. */
  readonly addons: readonly string[];
  /** The current standing, which may be ahead of the events. */
  readonly standing: LeaseStanding;
  /** Whether the application may work right now: within the lease, the grace of an outage, or the offline lease. */
  readonly entitled: boolean;
  /** The offline lease as which this one goes on, whose `return()` gives the seat back; null while online. */
  readonly offline: OfflineLease | null;
  /** Resolves when the seat is released, the application has logged its user off, and the server has been notified. */
  readonly ended: Promise<void>;
  /**
   * Adds a listener; returns a function that removes it. A `released` event before all listeners is emitted at once. An
   * error of a listener does not affect the lease: it is an unhandled rejection of the application.
   *
   * @example
   * lease.on('released', async ({ message }) => { await saveEverything(); showSignIn(message); });
   */
  on<Name extends keyof LeaseEvents>(name: Name, handler: Handler<LeaseEvents[Name]>): () => void;
  /**
   * Releases the seat. If the server has released it already, notifies the server that the user is logged off. A seat
   * that is checked out stays so for later runs: only `offline.return()` gives it back. Later calls wait for the first.
   *
   * @throws {UnreachableError} when the server could not be notified; the seat then becomes free as the lease expires.
   */
  release(): Promise<void>;
  /**
   * Checks the seat out for 1 to 30 days. This lease goes on as offline, without a server, and `keyhold.consume` or
   * `keyhold.openOffline` opens it in later runs on this device. It cannot be recalled. A lost reply loses no seat: if
   * the server has checked the seat out nevertheless, the lease goes on as offline with the next heartbeat, or in a later
   * run. `release()` before that returns the seat instead.
   *
   * @throws {KeyholdError} `no-root-key` when the application has none built in, `already-offline` when another license
   * of the product is in offline use on this device, or the server's refusal.
   * @throws {ClockError} when the machine's clock is more than 5 minutes behind the server's.
   * @throws {UnreachableError} when no reply arrived; the lease continues, and the call can be repeated.
   */
  takeOffline(days: number): Promise<OfflineLease>;
}
