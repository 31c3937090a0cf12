import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import { connect } from '../db/database.ts';
import { migrate } from '../db/migrate.ts';
import { StartError } from '../db/open-error.ts';
import { createApp } from '../http/app.ts';
import { startJobs } from '../jobs/jobs.ts';
import { purge } from '../jobs/purge.ts';
import { sweepLeases } from '../modules/leases/sweep-leases.ts';
import { createPasswordHasher } from '../passwords/hasher.ts';
import type { Services } from '../services.ts';
import { openSigningKeys } from '../sessions/signing-keys.ts';
import { listenForChanges } from '../streams/changes.ts';
import { closeEventStreams } from '../streams/event-stream.ts';
import type { Configuration } from './configuration.ts';
import { readInstallation } from './first-start.ts';

/** Connections of a node to the database: PostgreSQL does its work on few at once. */
const poolSize = 20;

/** A server that answers. */
export interface RunningServer {
  readonly services: Services;
  /** Whether the database was empty before. */
  readonly isFirst: boolean;
  /** Begins to answer calls. */
  listen(): Promise<void>;
  /** Finishes what is in flight, ends the streams and closes everything it opened. */
  close(): Promise<void>;
}

/** Brings a server up on a database, up to the point where it could listen. */
export async function startServer(
  configuration: Configuration,
  connectionString: string,
  log: Logger,
): Promise<RunningServer> {
  await migrate(connectionString);
  const db = connect(connectionString, poolSize);
  const [{ installation, isFirst }, passwords, changes] = await Promise.all([
    readInstallation(db, configuration),
    createPasswordHasher(),
    listenForChanges(connectionString, log),
  ]);
  const services: Services = {
    db,
    installation,
    keys: openSigningKeys(db),
    passwords,
    changes,
    log,
    sessionHours: configuration.sessionHours,
  };
  const jobs = await startJobs({
    connectionString,
    services,
    smtpUrl: configuration.smtpUrl,
    mailFrom: configuration.mailFrom,
    // The demo's mailbox shows every mail, whether it was sent or not.
    keepSentMail: configuration.demo,
    tasks: {
      'sweep-leases': { run: () => sweepLeases(services), every: '* * * * *' },
      purge: { run: () => purge(db, configuration.purgeDays), every: '17 * * * *' },
    },
  });
  const app = await createApp(services, {
    consoleDirectory: builtConsole(),
    trustProxy: configuration.trustProxy,
    corsOrigins: configuration.corsOrigins,
    mailbox: configuration.demo,
  });
  return {
    services,
    isFirst,
    listen: async () => {
      await app.listen({ host: configuration.host, port: configuration.port }).catch((error: unknown) => {
        throw listenError(error, configuration);
      });
    },
    close: async () => {
      closeEventStreams();
      await app.close();
      await jobs.stop();
      await changes.close();
      await db.destroy();
    },
  };
}

function builtConsole(): string | null {
  const directory = fileURLToPath(new URL('../../../console/dist', import.meta.url));
  return existsSync(`${directory}/index.html`) ? directory : null;
}

function listenError(error: unknown, { host, port }: Configuration): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') {
    return new StartError(
      `Port ${port} is taken by another program. Stop that one, or choose another port with --port.`,
    );
  }
  if (code === 'EACCES') {
    return new StartError(`Port ${port} may not be used by this user. Choose one above 1023 with --port.`);
  }
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return new StartError(`This machine has no address ${host}. Choose another with --host.`);
  }
  return error;
}
