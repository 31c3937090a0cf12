import type { JWK } from 'jose';
import type { UnreachableError } from './replies/errors.ts';
import type { KeyholdStore } from './store/store.ts';
import type { Clock } from './time/clock.ts';

/** The options of the connection between an application and its license server. */
export interface KeyholdOptions {
  /** The address of the license server, such as `https://licenses.example.com`. */
  readonly baseUrl: string;
  /** The id under which provider staff registered the application, such as `studio-desktop`; needed for sign-in. */
  readonly application?: string;
  /**
   * A session token the application already has; otherwise call `keyhold.signIn`. A machine gives the API token of its
   * service account (`kh_…`), and signs in nowhere.
   */
  readonly token?: string;
  /**
   * Returns a new session token shortly before the current one expires, so that leases continue, and when the server no
   * longer accepts it; without this function, the end of the session ends the lease. So does an error of this function,
   * except {@link UnreachableError}, after which it is called again. Sign-ins by browser or code are renewed without it;
   * for them it is called only when the session ended.
   */
  readonly reauthenticate?: () => Promise<string>;
  /** The server's root key (`GET /license/v1/root-key`), built into the application: offline leases need it. */
  readonly rootKey?: JWK;
  /** Stores the sign-in and offline leases between runs; only in memory when left out. */
  readonly store?: KeyholdStore;
  /** The function that makes requests; the runtime's `fetch` when left out. */
  readonly fetch?: typeof fetch;
  /** The clock; the machine's own when left out. */
  readonly clock?: Clock;
}
