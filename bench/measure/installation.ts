import { fork } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hashingThreads } from '../../apps/server/src/passwords/hasher.ts';
import { type Bed, openBed } from '../bed/bed.ts';

/** A PostgreSQL, a server of the product on it, and the bare server on the same database. */
export interface Installation {
  readonly bed: Bed;
  /** Where the product's server answers. */
  readonly product: string;
  /** Where the bare server answers. */
  readonly bare: string;
  readonly barePid: number;
  /** As whom the bare server connects: no policy of the database is in its way. */
  readonly superuser: string;
  stop(): Promise<void>;
}

/**
 * Starts all of it, each a process of its own.
 *
 * @param nodeOptions of the product's server, such as `--cpu-prof`
 */
export async function startInstallation(nodeOptions: readonly string[]): Promise<Installation> {
  const bed = await openBed({ nodes: 1, nodeOptions });
  try {
    const superuser = await superuserOf(bed);
    const bare = await startBare(superuser);
    const stop = async () => {
      await bare.stop();
      await bed.close();
    };
    return { bed, product: bed.nodes[0]?.url ?? '', bare: bare.origin, barePid: bare.pid, superuser, stop };
  } catch (error) {
    await bed.close();
    throw error;
  }
}

async function superuserOf({ folder, database }: Bed): Promise<string> {
  const data = join(folder, 'database');
  const note = await readFile(join(data, 'database-location.json'), 'utf8').catch(() => null);
  const home = note === null ? join(data, 'database') : (JSON.parse(note) as { database: string }).database;
  const password = (await readFile(join(home, 'cluster', 'superuser-password'), 'utf8')).trim();
  return database.connectionString.replace(/\/\/[^@]*@/, `//postgres:${password}@`);
}

async function startBare(connectionString: string): Promise<{ origin: string; pid: number; stop(): Promise<void> }> {
  const child = fork(fileURLToPath(new URL('bare-server.ts', import.meta.url)), [connectionString], {
    // Its argon2 runs in the threads that files are read with, of which there are four unless this says otherwise.
    env: { ...process.env, NODE_ENV: 'production', UV_THREADPOOL_SIZE: String(Math.max(hashingThreads, 4)) },
  });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const port = await new Promise<number>((resolve, reject) => {
    child.once('message', (message) => resolve(message as number));
    child.once('exit', (code) => reject(new Error(`The bare server ended with code ${code}.`)));
  });
  return {
    origin: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    stop: () => {
      child.kill('SIGTERM');
      return exited;
    },
  };
}
