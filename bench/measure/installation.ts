import { fork } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Bed, openBed } from '../bed/bed.ts';
import type { Pair } from './processes.ts';

/** A PostgreSQL and a server of the product on it. */
export interface Product {
  readonly bed: Bed;
  readonly url: string;
  readonly pids: Pair;
  /** The connection string of a role that bypasses row-level security. */
  readonly superuser: string;
}

/** The installations that are compared. */
export interface Installation {
  readonly ours: Product;
  /** Another checkout's server, such as the state before a change, with its own database. */
  readonly before: Product | undefined;
  /** The bare server, on the database of `ours`. */
  readonly bare: { readonly url: string; readonly pids: Pair };
  stop(): Promise<void>;
}

/**
 * Starts all servers, each in a separate process.
 *
 * @param nodeOptions of the product's server, such as `--cpu-prof`
 * @param checkout the folder of another checkout with its dependencies installed, to be measured beside this one
 */
export async function startInstallation(
  nodeOptions: readonly string[],
  checkout: string | undefined,
): Promise<Installation> {
  const opened: (() => Promise<unknown>)[] = [];
  const stop = async () => {
    for (const close of opened.splice(0).reverse()) await close();
  };
  const open = async (options: Partial<Parameters<typeof openBed>[0]>): Promise<Product> => {
    const bed = await openBed({ nodes: 1, ...options });
    opened.push(bed.close);
    const [node] = bed.nodes;
    if (!node) throw new Error('No server was started.');
    const pids = { server: node.pid(), postmaster: await bed.database.postmaster() };
    return { bed, url: node.url, pids, superuser: await superuserOf(bed) };
  };
  try {
    const ours = await open({ nodeOptions });
    if (checkout !== undefined) await buildConsoleOf(checkout);
    const before = checkout === undefined ? undefined : await open({ checkout });
    const { url, pid, stop: stopBare } = await startBare(ours.superuser);
    opened.push(stopBare);
    const bare = { url, pids: { ...ours.pids, server: pid } };
    return { ours, before, bare, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Builds another checkout's console by its own scripts, if it is not built yet. */
async function buildConsoleOf(checkout: string): Promise<void> {
  const scripts: typeof import('../../scripts/console.mjs') = await import(join(checkout, 'scripts', 'console.mjs'));
  await scripts.ensureConsole();
}

async function superuserOf({ folder, database }: Bed): Promise<string> {
  const data = join(folder, 'database');
  const note = await readFile(join(data, 'database-location.json'), 'utf8').catch(() => null);
  const home = note === null ? join(data, 'database') : (JSON.parse(note) as { database: string }).database;
  const password = (await readFile(join(home, 'cluster', 'superuser-password'), 'utf8')).trim();
  return database.connectionString.replace(/\/\/[^@]*@/, `//postgres:${password}@`);
}

async function startBare(connectionString: string): Promise<{ url: string; pid: number; stop(): Promise<void> }> {
  const child = fork(fileURLToPath(new URL('bare/bare-server.ts', import.meta.url)), [connectionString], {
    env: { ...process.env, NODE_ENV: 'production' },
  });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const port = await new Promise<number>((resolve, reject) => {
    child.once('message', (message) => resolve(message as number));
    child.once('exit', (code) => reject(new Error(`The bare server ended with code ${code}.`)));
  });
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    stop: () => {
      child.kill('SIGTERM');
      return exited;
    },
  };
}
