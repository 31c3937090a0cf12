import type { Logger } from 'pino';
import type { Batcher } from './db/batcher.ts';
import type { Database } from './db/database.ts';
import type { Listener } from './db/listener.ts';
import type { Installation } from './installation.ts';
import type { Totals } from './lists/totals.ts';
import type { HeartbeatPace } from './modules/leases/keep/heartbeat-pace.ts';
import type { Heartbeat } from './modules/leases/keep/keep-leases.sql.ts';
import type { LeaseWatch } from './modules/leases/notify/lease-watch.ts';
import type { GrantedLease } from './modules/leases/seat/lease-row.ts';
import type { SessionWatch } from './modules/sessions/watch-sessions.ts';
import type { Providers } from './modules/single-sign-on/providers.ts';
import type { Denials } from './modules/usage/denials.ts';
import type { PasswordHasher } from './passwords/hasher.ts';
import type { SecretBox } from './secrets/secret-box.ts';
import type { Changes } from './streams/changes.ts';
import type { EventStreams } from './streams/event-stream.ts';
import type { Authenticator } from './tokens/authenticate.ts';
import type { SigningKeys } from './tokens/signing-keys.ts';
import type { Tracing } from './tracing/tracing.ts';

/** The services with a lifetime that requests and jobs share. Opened and closed only in `start/open-services.ts`. */
export interface Services {
  readonly db: Database;
  readonly installation: Installation;
  readonly keys: SigningKeys;
  readonly passwords: PasswordHasher;
  /** Encrypts secrets that must be readable later, such as those of authenticator apps. */
  readonly secrets: SecretBox;
  /** The metadata of identity providers, cached. */
  readonly providers: Providers;
  /** Finds the caller of a request; holds the session cache. */
  readonly authenticator: Authenticator;
  /** Caches the lengths of lists. */
  readonly totals: Totals;
  readonly listener: Listener;
  readonly changes: Changes;
  readonly streams: EventStreams;
  readonly leaseWatch: LeaseWatch;
  /** Keeps leases alive, in batches of many requests. */
  readonly heartbeats: Batcher<Heartbeat, GrantedLease>;
  readonly pace: HeartbeatPace;
  readonly denials: Denials;
  readonly sessionWatch: SessionWatch;
  readonly log: Logger;
  /** Sends traces to a collector; null if none is configured. */
  readonly tracing: Tracing | null;
  /** How long a session lasts, in hours. */
  readonly sessionHours: number;
  /**
   * Aborted when the server should get no new requests; it still answers all of them, and stops after its drain delay.
   */
  readonly draining: AbortSignal;
  /** Aborted when the server begins to stop: waiting requests end. */
  readonly stopping: AbortSignal;
}
