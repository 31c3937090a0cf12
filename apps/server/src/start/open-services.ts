import type { Logger } from 'pino';
import { createBatcher } from '../db/batcher.ts';
import { connect } from '../db/database.ts';
import { openListener } from '../db/listener.ts';
import { createTotals } from '../lists/totals.ts';
import { extendLeases } from '../modules/leases/keep/extend-leases.sql.ts';
import { createHeartbeatPace } from '../modules/leases/keep/heartbeat-pace.ts';
import { createLeaseWatch } from '../modules/leases/notify/lease-watch.ts';
import { createArrivals } from '../modules/leases/waiting/arrivals.ts';
import { createWaitingWatch } from '../modules/leases/waiting/waiting-watch.ts';
import { endLeasesIfTokenExpired } from '../modules/service-accounts/end-expired-tokens.ts';
import { endIfExpired } from '../modules/sessions/end-expired-sessions.ts';
import { createSessionWatch } from '../modules/sessions/watch-sessions.ts';
import { createProviders } from '../modules/single-sign-on/providers.ts';
import { createDenials } from '../modules/usage/denials.ts';
import { createPasswordHasher, type PasswordHasher } from '../passwords/hasher.ts';
import { openSecretBox, secretKeysOf } from '../secrets/secret-box.ts';
import type { Services } from '../services.ts';
import { createChanges } from '../streams/changes.ts';
import { createEventStreams } from '../streams/event-stream.ts';
import { createAuthenticator } from '../tokens/authenticate.ts';
import { openSigningKeys } from '../tokens/signing-keys.ts';
import { openTracing } from '../tracing/open-tracing.ts';
import { traceQueries } from '../tracing/trace-queries.ts';
import type { Configuration } from './configuration.ts';
import { readInstallation } from './first-start.ts';

/** The services of a server, and the two steps of its shutdown. */
export interface OpenServices {
  readonly services: Services;
  readonly draining: AbortController;
  readonly stopping: AbortController;
  /** Closes all services, once nothing uses them. */
  close(): Promise<void>;
}

interface ServicesOptions {
  readonly connectionString: string;
  /** The database address that bypasses a pooler, for LISTEN. */
  readonly directConnectionString: string;
  /** Maximum number of connections in the pool. */
  readonly poolSize: number;
  /** Whether a transaction-mode pooler is in between. */
  readonly pooled: boolean;
  readonly log: Logger;
  /** A hasher that others use too, and that stays open; by default the services have their own. */
  readonly passwords?: PasswordHasher;
}

/**
 * Opens all services with a lifetime that requests and jobs share, on a migrated database.
 *
 * @throws {StartError} when the configuration contradicts the existing database.
 */
export async function openServices(configuration: Configuration, options: ServicesOptions): Promise<OpenServices> {
  const { connectionString, directConnectionString, log } = options;
  const db = connect(connectionString, options.poolSize, { pooled: options.pooled });
  const tracing = configuration.tracing ? await openTracing(configuration.tracing) : null;
  if (tracing) traceQueries(db.pool, tracing);
  const [installation, passwords, listener] = await Promise.all([
    readInstallation(db, configuration),
    options.passwords ?? createPasswordHasher(),
    openListener(directConnectionString, log),
  ]);
  const { region, regionIsSet } = configuration;
  if (regionIsSet && region !== installation.region) {
    log.warn(
      `KEYHOLD_REGION is ${region}, but this database was created with ${installation.region}: resource names keep that region.`,
    );
  }
  const changes = createChanges(listener);
  const secrets = openSecretBox(secretKeysOf(configuration));
  const keys = openSigningKeys(db, changes, secrets, log);
  const denials = createDenials(db, log);
  const draining = new AbortController();
  const stopping = new AbortController();
  const sessionWatch = createSessionWatch(db, log, stopping.signal);
  const sessions = {
    watch: sessionWatch.watch,
    endIfExpired: async (session: string) => {
      await endIfExpired(db, installation, session);
      await endLeasesIfTokenExpired(db, installation, session);
    },
  };
  const services: Services = {
    db,
    installation,
    keys,
    passwords,
    secrets,
    providers: createProviders({ allowPrivate: configuration.ssoAllowPrivate, allowLoopback: configuration.demo }),
    authenticator: createAuthenticator(db, keys),
    totals: createTotals(),
    listener,
    changes,
    streams: createEventStreams(),
    sessionWatch,
    leaseWatch: createLeaseWatch(db, changes, sessions, log),
    waitingWatch: createWaitingWatch({ db, installation }, changes, sessions, log),
    arrivals: createArrivals(),
    heartbeats: createBatcher((beats, lockedRows) => extendLeases(db, beats, lockedRows)),
    pace: createHeartbeatPace(),
    denials,
    log,
    tracing,
    sessionHours: configuration.sessionHours,
    draining: draining.signal,
    stopping: stopping.signal,
  };
  return {
    services,
    draining,
    stopping,
    close: async () => {
      await denials.flush();
      if (!options.passwords) await passwords.close();
      await listener.close();
      await db.destroy();
      await tracing?.close();
    },
  };
}
