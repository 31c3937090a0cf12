import { pino } from 'pino';
import { openDatabase } from './db/open/open.ts';
import { guardConnections } from './network/outgoing-connections.ts';
import { requireSecretKeys } from './secrets/secret-box.ts';
import { help, readConfiguration } from './start/configuration.ts';
import type { LoadDemo } from './start/demo.ts';
import { greet } from './start/greet.ts';
import { createLogger } from './start/logger.ts';
import { notifyReady, takeNotifySocket } from './start/notify-systemd.ts';
import { startServer } from './start/server.ts';
import { stopOnSignals } from './start/stop-on-signals.ts';

/** Log lines are buffered up to this many bytes, and flushed at this interval, in milliseconds. */
const logBuffer = { minLength: 4_096, periodicFlush: 200 };

/**
 * Starts the product and prints its address once ready; returns while it runs. SIGINT and SIGTERM stop it cleanly.
 *
 * @param argv the options of `npm start`
 * @param loadDemo called if the server starts as a demo
 * @throws {StartError} with sentences for the operator, when it cannot start.
 */
export async function main(argv: readonly string[], environment: NodeJS.ProcessEnv, loadDemo: LoadDemo): Promise<void> {
  const configuration = readConfiguration(argv, environment);
  if (!configuration) {
    console.log(help);
    return;
  }
  const notifySocket = takeNotifySocket(environment);
  if (!configuration.demo) await requireSecretKeys(configuration);
  for (const warning of configuration.warnings) console.warn(warning);
  const output = pino.destination({ dest: 2, ...logBuffer });
  process.on('exit', () => output.flushSync());
  const log = createLogger(configuration.logLevel, output);
  const running: { close(): Promise<void> }[] = [];
  const stop = async () => {
    for (const part of running.splice(0).reverse()) await part.close();
  };
  stopOnSignals(stop, log, configuration.drainSeconds);
  try {
    const database = await openDatabase({
      databaseUrl: configuration.databaseUrl,
      databaseDirectUrl: configuration.databaseDirectUrl,
      dataDirectory: configuration.dataDirectory,
      log: (message) => console.log(message),
    });
    running.push({ close: () => database.stop() });
    guardConnections(
      {
        databases: [database.connectionString, database.directConnectionString],
        collector: configuration.tracing?.endpoint,
      },
      (error) => log.error({ err: error }, 'A connection was refused.'),
    );
    const demo = configuration.demo ? await loadDemo() : null;
    const server = await startServer(configuration, database.connectionString, log, demo);
    running.push(server);
    await demo?.seedDemo(server.services, configuration.dataDirectory);
    await server.listen();
    if (demo) {
      running.push(demo.startDemoDevices(server.services, configuration));
      running.push(await demo.startIdentityProvider(server.services, configuration));
    }
    await greet(configuration, server.services, log);
    await notifyReady(notifySocket, log);
  } catch (error) {
    await stop();
    throw error;
  }
}
