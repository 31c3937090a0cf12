import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { startEmbeddedPostgres } from '../../apps/server/src/db/embedded/embedded.ts';

/** The PostgreSQL of a bed: the one that comes with Keyhold, with its usual settings. */
export interface BedDatabase {
  /** The servers' DATABASE_URL. */
  readonly connectionString: string;
  /** The PID of its postmaster. */
  postmaster(): Promise<number>;
  /** Kills PostgreSQL by SIGKILL, and waits until it has been restarted and is ready. */
  killAndWait(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts PostgreSQL on a new folder. */
export async function startBedDatabase(
  folder: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<BedDatabase> {
  await mkdir(folder, { mode: 0o711 });
  const { connectionString, stop } = await startEmbeddedPostgres({
    dataDirectory: folder,
    log: (message) => console.error(message),
    settings,
  });
  return {
    connectionString,
    postmaster: () => postmaster(folder),
    async killAndWait() {
      process.kill(await postmaster(folder), 'SIGKILL');
      // The killed PostgreSQL may still reply for a moment: its processes notice the postmaster's death one by one.
      for (await sleep(300); !(await answers(connectionString)); await sleep(50));
    },
    stop,
  };
}

/** A database that the bed does not own: it can be neither killed nor stopped. */
export function borrowedDatabase(connectionString: string): BedDatabase {
  const refuse = async () => {
    throw new Error("This PostgreSQL is not the bed's own, and others may be using it.");
  };
  return { connectionString, postmaster: refuse, killAndWait: refuse, stop: async () => undefined };
}

async function postmaster(folder: string): Promise<number> {
  const note = await readFile(join(folder, 'database-location.json'), 'utf8').catch(() => null);
  const home = note === null ? join(folder, 'database') : (JSON.parse(note) as { database: string }).database;
  const [pid] = (await readFile(join(home, 'cluster', 'postmaster.pid'), 'utf8')).split('\n');
  return Number(pid);
}

async function answers(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}
