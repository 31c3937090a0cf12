import { existsSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import { connect } from '../db/database.ts';
import { migrate } from '../db/migrate.ts';
import { StartError } from '../db/start-error.ts';
import { createApp } from '../http/app.ts';
import { createMetrics } from '../http/metrics.ts';
import { createMetricsServer } from '../http/metrics-server.ts';
import { startJobs } from '../jobs/jobs.ts';
import { purge } from '../jobs/purge.ts';
import { watchEnds } from '../modules/leases/watch-ends.ts';
import { rollUpUsage } from '../modules/usage/roll-up-usage.ts';
import { startWebhookWorker } from '../modules/webhooks/deliver-webhook.ts';
import { createPasswordHasher } from '../passwords/hasher.ts';
import type { Services } from '../services.ts';
import { openSigningKeys } from '../sessions/signing-keys.ts';
import { listenForChanges } from '../streams/changes.ts';
import { closeEventStreams } from '../streams/event-stream.ts';
import type { Configuration } from './configuration.ts';
import { readInstallation } from './first-start.ts';

/** Connections of a node to the database: PostgreSQL does its work on few at once. */
const poolSize = 20;

/** How long requests in flight may take to their end when the server stops, in milliseconds; then they are cut off. */
const requestPatience = 8_000;
/** After the drain delay, how long readings are sent elsewhere before the port is closed, in milliseconds. */
const turningAway = 250;

/** A server that answers. */
export interface RunningServer {
  readonly services: Services;
  /** Begins to answer calls. */
  listen(): Promise<void>;
  /** Is not ready any more, waits for its drain delay, finishes what is in flight, ends the streams and closes everything. */
  close(): Promise<void>;
}

/** Brings a server up on a database, up to the point where it could listen. */
export async function startServer(
  configuration: Configuration,
  connectionString: string,
  log: Logger,
): Promise<RunningServer> {
  const directConnectionString = configuration.databaseDirectUrl ?? connectionString;
  await migrate(directConnectionString);
  const db = connect(connectionString, poolSize, { pooled: directConnectionString !== connectionString });
  const [installation, passwords, changes] = await Promise.all([
    readInstallation(db, configuration),
    createPasswordHasher(),
    listenForChanges(directConnectionString, log),
  ]);
  const draining = new AbortController();
  const stopping = new AbortController();
  const services: Services = {
    db,
    installation,
    keys: openSigningKeys(db, changes),
    passwords,
    changes,
    log,
    sessionHours: configuration.sessionHours,
    draining: draining.signal,
    stopping: stopping.signal,
  };
  const jobs = await startJobs({
    connectionString: directConnectionString,
    services,
    smtpUrl: configuration.smtpUrl,
    mailFrom: configuration.mailFrom,
    // The demo's mailbox shows every mail, whether it was sent or not.
    keepSentMail: configuration.demo,
    tasks: {
      'roll-up-usage': { run: () => rollUpUsage(db), every: { atMinute: 6 } },
      purge: { run: () => purge(db, configuration.purgeDays), every: { atMinute: 17 } },
    },
  });
  const webhooks = await startWebhookWorker({
    connectionString: directConnectionString,
    db,
    log,
    region: installation.region,
    allowPrivate: configuration.webhooksAllowPrivate,
  });
  const ends = watchEnds(services);
  const { metricsPort, metricsToken } = configuration;
  const metrics = metricsPort || metricsToken ? createMetrics(services) : undefined;
  const metricsServer = metricsPort && metrics ? createMetricsServer(metrics, log) : undefined;
  const app = await createApp(services, {
    consoleDirectory: builtConsole(),
    trustProxy: configuration.trustProxy,
    corsOrigins: configuration.corsOrigins,
    mailbox: configuration.demo,
    smtpUrl: configuration.smtpUrl,
    metrics,
    metricsToken,
  });
  return {
    services,
    listen: async () => {
      const { host, port } = configuration;
      await app.listen({ host, port }).catch((error: unknown) => {
        throw listenError(error, host, port, '--port');
      });
      await metricsServer?.listen(host, metricsPort ?? 0).catch((error: unknown) => {
        throw listenError(error, host, metricsPort ?? 0, 'KEYHOLD_METRICS_PORT');
      });
    },
    close: async () => {
      // A balancer sees this at its next look, and sends nothing more, before the port is closed.
      draining.abort();
      await wait(configuration.drainSeconds * 1000);
      stopping.abort();
      closeEventStreams();
      if (configuration.drainSeconds > 0) await wait(turningAway);
      // What hangs must not keep the others from being closed in order.
      const impatience = setTimeout(() => app.server.closeAllConnections(), requestPatience);
      await Promise.all([app.close(), jobs.stop(), webhooks.stop(), ends.stop()]);
      clearTimeout(impatience);
      await metricsServer?.close();
      await passwords.close();
      await changes.close();
      await db.destroy();
    },
  };
}

function builtConsole(): string | null {
  const directory = fileURLToPath(new URL('../../../console/dist', import.meta.url));
  return existsSync(`${directory}/index.html`) ? directory : null;
}

function listenError(error: unknown, host: string, port: number, setting: string): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') {
    return new StartError(
      `Port ${port} is taken by another program. Stop that one, or choose another port with ${setting}.`,
    );
  }
  if (code === 'EACCES') {
    return new StartError(`Port ${port} may not be used by this user. Choose one above 1023 with ${setting}.`);
  }
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return new StartError(`This machine has no address ${host}. Choose another with --host.`);
  }
  return error;
}
