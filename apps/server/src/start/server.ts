import { existsSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import { migrate } from '../db/migrations/migrate.ts';
import { StartError } from '../db/start-error.ts';
import { isErrorCode } from '../error-code.ts';
import { listJobs } from '../jobs/jobs.ts';
import { startJobs } from '../jobs/start-jobs.ts';
import { createMetrics } from '../metrics/metrics.ts';
import { createMetricsServer } from '../metrics/metrics-server.ts';
import type { Running } from '../queue/worker.ts';
import type { Services } from '../services.ts';
import { createApp } from './app.ts';
import type { Configuration } from './configuration.ts';
import type { Demo } from './demo.ts';
import { openServices } from './open-services.ts';

/** Connections of a node to the database. PostgreSQL works best with few. */
const poolSize = 20;

/** How long requests in flight may take to finish when the server stops, in milliseconds; then they are cut off. */
const requestPatience = 8_000;
/** After the drain delay, how long requests are refused before the port is closed, in milliseconds. */
const turningAway = 250;

/** A server that is ready to listen. */
export interface RunningServer {
  readonly services: Services;
  /** Starts to serve calls, and then the background jobs. */
  listen(): Promise<void>;
  /**
   * Becomes unready, waits for the drain delay, finishes requests in flight, ends the streams and closes everything.
   */
  close(): Promise<void>;
}

/**
 * Prepares a server on a database, up to the point where it can listen.
 *
 * @param demo displays sent mail, if this server is a demo
 */
export async function startServer(
  configuration: Configuration,
  connectionString: string,
  log: Logger,
  demo: Demo | null = null,
): Promise<RunningServer> {
  const directConnectionString = configuration.databaseDirectUrl ?? connectionString;
  await migrate(directConnectionString);
  const opened = await openServices(configuration, {
    connectionString,
    directConnectionString,
    poolSize,
    pooled: directConnectionString !== connectionString,
    log,
  });
  const { services, draining, stopping } = opened;
  // Now rather than at the first sign-in: a key for secrets that is missing is logged at the start.
  await services.keys.current().catch(async (error: unknown) => {
    stopping.abort();
    await opened.close();
    throw error;
  });
  const { metricsPort, metricsToken } = configuration;
  const metrics = metricsPort || metricsToken ? createMetrics(services) : undefined;
  const metricsServer = metricsPort && metrics ? createMetricsServer(metrics, log) : undefined;
  let jobs: Running | undefined;
  const app = await createApp(services, {
    consoleDirectory: builtConsole(),
    trustProxy: configuration.trustProxy,
    corsOrigins: configuration.corsOrigins,
    installMailbox: demo?.installMailbox,
    smtpUrl: configuration.smtpUrl,
    metrics,
    metricsToken,
  });
  return {
    services,
    listen: async () => {
      const { host, port } = configuration;
      await app.listen({ host, port }).catch((error: unknown) => {
        throw listenError(error, host, port, '--port or KEYHOLD_PORT');
      });
      await metricsServer?.listen(host, metricsPort ?? 0).catch((error: unknown) => {
        throw listenError(error, host, metricsPort ?? 0, 'KEYHOLD_METRICS_PORT');
      });
      const address = { connectionString: directConnectionString };
      const settings = {
        ...configuration,
        ...address,
        keepSentMail: configuration.demo,
        onUnanswered: metrics?.countUnanswered,
      };
      jobs = await startJobs(listJobs(services, settings), {
        ...address,
        listener: services.listener,
        log,
        tracing: services.tracing,
        observe: metrics?.observeJob,
      });
    },
    close: async () => {
      // A load balancer notices this at its next check and sends no more requests before the port is closed.
      draining.abort();
      await wait(configuration.drainSeconds * 1000);
      stopping.abort();
      services.streams.close();
      if (configuration.drainSeconds > 0) await wait(turningAway);
      // A hanging request must not keep the other parts from being closed in order.
      const impatience = setTimeout(() => app.server.closeAllConnections(), requestPatience);
      await Promise.all([app.close(), jobs?.stop()]);
      clearTimeout(impatience);
      await metricsServer?.close();
      await opened.close();
    },
  };
}

function builtConsole(): string | null {
  const directory = fileURLToPath(new URL('../../../console/dist', import.meta.url));
  return existsSync(`${directory}/index.html`) ? directory : null;
}

function listenError(error: unknown, host: string, port: number, setting: string): unknown {
  if (isErrorCode(error, 'EADDRINUSE')) {
    return new StartError(
      `Port ${port} is in use by another program. Stop that program, or choose another port with ${setting}.`,
    );
  }
  if (isErrorCode(error, 'EACCES')) {
    return new StartError(`This user cannot listen on port ${port}. Choose a port above 1023 with ${setting}.`);
  }
  if (isErrorCode(error, 'EADDRNOTAVAIL', 'EINVAL', 'ENOTFOUND', 'EAI_AGAIN')) {
    return new StartError(`This machine has no address ${host}. Choose another with --host or KEYHOLD_HOST.`);
  }
  return error;
}
