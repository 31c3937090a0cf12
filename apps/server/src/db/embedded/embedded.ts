import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connectionString, createCluster } from './cluster.ts';
import { type EmbeddedHome, embeddedHome } from './home.ts';
import { stopLeftovers } from './leftovers.ts';
import { lockDataFolder } from './lock.ts';
import { launch, removeSocket, type Settings } from './process.ts';

/** A running embedded database. */
export interface EmbeddedPostgres {
  /** Address of the server's own database, on a socket that only the owner of the data folder can open. */
  connectionString: string;
  /** Stops PostgreSQL cleanly and unlocks the data folder. Repeated calls wait for the same stop. */
  stop(): Promise<void>;
}

/**
 * Runs the PostgreSQL that comes with Keyhold on a data folder, created on the first start.
 *
 * Restarts PostgreSQL if it exits unexpectedly. PostgreSQL stops with {@link EmbeddedPostgres.stop}, and by itself soon
 * after this process has died.
 *
 * @param options.log called with sentences for the operator
 * @param options.settings PostgreSQL settings that override the defaults
 * @throws StartError with the remedy, when PostgreSQL cannot run here
 */
export async function startEmbeddedPostgres(options: {
  dataDirectory: string;
  log: (message: string) => void;
  settings?: Settings;
}): Promise<EmbeddedPostgres> {
  const { log, settings = {} } = options;
  const dataDirectory = resolve(options.dataDirectory);
  const lock = await lockDataFolder(dataDirectory);
  try {
    const home = await embeddedHome(dataDirectory, log);
    await stopLeftovers(home, log);
    await createCluster(home);
    const running = await keepRunning(home, log, settings);
    let stopped: Promise<void> | undefined;
    const stop = async () => {
      await running.stop();
      await removeSocket(home);
      await lock.release();
    };
    return {
      connectionString: await connectionString(home),
      stop() {
        stopped ??= stop();
        return stopped;
      },
    };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

async function keepRunning(home: EmbeddedHome, log: (message: string) => void, settings: Settings) {
  let current = await launch(home, log, settings);
  const stopping = new AbortController();

  const restart = async () => {
    for (let pause = 500; !stopping.signal.aborted; pause = Math.min(pause * 2, 30_000)) {
      try {
        await stopLeftovers(home, log);
        current = await launch(home, log, settings);
        return;
      } catch (error) {
        log(error instanceof Error ? error.message : String(error));
        await sleep(pause, undefined, { signal: stopping.signal }).catch(() => undefined);
      }
    }
  };
  const watch = async () => {
    for (;;) {
      await current.ended;
      if (stopping.signal.aborted) return;
      log('PostgreSQL ended unexpectedly: starting it again.');
      await sleep(250);
      await restart();
    }
  };
  const watching = watch();

  return {
    async stop() {
      stopping.abort();
      await current.stop();
      // A restart in progress may have replaced the process.
      await watching;
      await current.stop();
    },
  };
}
