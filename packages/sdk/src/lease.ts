import type { Certificate } from './claims.ts';
import type { Handler } from './emitter.ts';
import type { OfflineLease } from './offline-lease.ts';

/** The seat is gone. */
export interface Released {
  /**
   * Why, as a code: what the server says (`administrator`, `user-inactive`, …), or the code of the refusal that ended
   * the lease (`authentication`, `epoch-stale`, `no-seat`, …).
   */
  readonly reason: string;
  /** Why, as a sentence for people. */
  readonly message: string;
  /** Who released it, as an rn, or null when nobody in particular did. */
  readonly by: string | null;
  /** How long the application may take to log its user off, in milliseconds. */
  readonly finishWithinMs: number;
}

/** What an application can listen to. */
export interface LeaseEvents {
  /**
   * The seat is gone: log the user off. The server hears that it is done when the handler has finished; without a
   * handler it never does, and keeps the seat until the lease's time is over.
   */
  released: Released;
  /** The server cannot be reached and the lease's time is over, but the signed grace allows to work on. */
  outage: { readonly graceMs: number };
  /** The seat cannot be vouched for: stop working until `resumed`. The SDK keeps trying. */
  suspended: { readonly message: string };
  /** After `outage` or `suspended`: all is well again, maybe on another license. */
  resumed: { readonly license: string };
  /** Add-ons were assigned or taken away. */
  entitlements: { readonly addons: readonly string[] };
  /** An administrator's message to the user. */
  message: { readonly message: string };
}

/**
 * How a lease stands. One may work while it is `active`, and in an `outage`: the server cannot be reached, but the signed
 * grace allows it. While it is `suspended` one must not, until it is `active` again. `releasing`: the seat is gone and the
 * user is being logged off; `ended`: that is done.
 */
export type LeaseStanding = 'active' | 'outage' | 'suspended' | 'releasing' | 'ended';

/** A seat that this application holds; the SDK keeps it alive until it is released. */
export interface Lease {
  /** The same for as long as this user holds the seat on this device, run after run. */
  readonly id: string;
  /** The seat's fencing token, which grows whenever the seat is taken again: only the run with the highest one holds it. */
  readonly epoch: number;
  /** The rn of the license. */
  readonly license: string;
  readonly certificate: Certificate;
  /** The rns of the add-ons on the license. */
  readonly addons: readonly string[];
  /** How it stands at this moment, whatever events are still to come. */
  readonly standing: LeaseStanding;
  /** Whether the application may work right now: within the lease, or within the grace of an outage. */
  readonly entitled: boolean;
  /** Done when the seat is gone, the application has logged its user off, and the server has been notified. */
  readonly ended: Promise<void>;
  /**
   * Listens; returns what stops it. A `released` that came before any listener was added is emitted at once.
   *
   * @example
   * lease.on('released', async ({ message }) => { await saveEverything(); showSignIn(message); });
   */
  on<Name extends keyof LeaseEvents>(name: Name, handler: Handler<LeaseEvents[Name]>): () => void;
  /**
   * Gives the seat back. Harmless when it is gone already.
   *
   * @throws {UnreachableError} when the server could not be notified; the seat then becomes free when its time is over.
   */
  release(): Promise<void>;
  /**
   * Takes the seat along for 1 to 30 days. This lease ends; the offline one needs no server, cannot be recalled, and is
   * found again by `keyhold.openOffline` in later runs.
   *
   * @throws {KeyholdError} `no-root-key` when the application has none built in, or the server's refusal.
   */
  takeOffline(days: number): Promise<OfflineLease>;
}
