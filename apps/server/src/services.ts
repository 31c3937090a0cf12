import type { Logger } from 'pino';
import type { Batcher } from './db/batcher.ts';
import type { Database } from './db/database.ts';
import type { Listener } from './db/listener.ts';
import type { Installation } from './installation.ts';
import type { Totals } from './lists/totals.ts';
import type { HeartbeatPace } from './modules/leases/heartbeat-pace.ts';
import type { Heartbeat } from './modules/leases/keep-leases.sql.ts';
import type { GrantedLease } from './modules/leases/lease-row.ts';
import type { LeaseWatch } from './modules/leases/lease-watch.ts';
import type { Renewal, Renewed } from './modules/oauth/renew-sessions.sql.ts';
import type { Providers } from './modules/single-sign-on/providers.ts';
import type { Denials } from './modules/usage/denials.ts';
import type { PasswordHasher } from './passwords/hasher.ts';
import type { SecretBox } from './secrets/secret-box.ts';
import type { Authenticator } from './sessions/authenticate.ts';
import type { SigningKeys } from './sessions/signing-keys.ts';
import type { Changes } from './streams/changes.ts';
import type { EventStreams } from './streams/event-stream.ts';
import type { SessionWatch } from './streams/session-watch.ts';
import type { Tracing } from './tracing/tracing.ts';

/** Everything with a life that requests and jobs share: made and ended in `start/open-services.ts`, and nowhere else. */
export interface Services {
  readonly db: Database;
  readonly installation: Installation;
  readonly keys: SigningKeys;
  readonly passwords: PasswordHasher;
  /** Seals what is kept for reading, such as the secrets of authenticator apps. */
  readonly secrets: SecretBox;
  /** What identity providers say of themselves; caches it. */
  readonly providers: Providers;
  /** Finds the caller of a request; holds the cache of sessions. */
  readonly authenticator: Authenticator;
  /** Caches how long lists are. */
  readonly totals: Totals;
  readonly listener: Listener;
  readonly changes: Changes;
  readonly streams: EventStreams;
  readonly leaseWatch: LeaseWatch;
  /** Keeps leases alive, those of many requests at once. */
  readonly heartbeats: Batcher<Heartbeat, GrantedLease>;
  /** Renews sessions, those of many requests at once. */
  readonly renewals: Batcher<Renewal, Renewed>;
  readonly pace: HeartbeatPace;
  readonly denials: Denials;
  readonly sessionWatch: SessionWatch;
  readonly log: Logger;
  /** Traces for a collector; null where none is configured. */
  readonly tracing: Tracing | null;
  /** How long a sign-in lasts, in hours. */
  readonly sessionHours: number;
  /** Aborted when the server is to be sent nothing new; it still answers everything, and stops after its drain delay. */
  readonly draining: AbortSignal;
  /** Aborted when the server begins to stop: what waits for something to happen waits no longer. */
  readonly stopping: AbortSignal;
}
