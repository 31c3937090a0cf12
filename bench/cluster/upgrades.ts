import { execFile } from 'node:child_process';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { checkMigrations } from '../../apps/server/src/operator/doctor/database.ts';
import { leader, restartPatroni } from './machine.ts';
import type { Place } from './place.ts';

const run = promisify(execFile);
const installed = '/usr/lib/postgresql/15/bin';
/** Longest wait for the migrations that running servers do, in milliseconds. */
const patience = 600_000;

/** Replaces the servers of version 1.0, and waits until both kinds of migration are complete. */
export async function upgradeKeyhold({ upgradeNodes, connectionString }: Place): Promise<readonly string[]> {
  await upgradeNodes();
  const end = performance.now() + patience;
  for (;;) {
    const left = await migrationsLeft(connectionString);
    if (left.length === 0) return [];
    if (performance.now() > end) return left;
    await sleep(500);
  }
}

async function migrationsLeft(connectionString: string): Promise<readonly string[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return (await checkMigrations(client)).filter(({ state }) => state !== 'good').map(({ message }) => message);
  } finally {
    await client.end();
  }
}

/** Upgrades PostgreSQL to the newest minor version that Debian has: as `apt-get install` on each machine would. */
export async function upgradePostgresMinor({ machines, folder }: Place): Promise<readonly string[]> {
  const newer = await newestMinor(join(folder, 'newer'));
  await restartPatroni(machines, (machine) => machine.reconfigure(installed, newer));
  const [first] = machines;
  const reached = await (await leader(machines)).run('psql', '-At', '-c', 'show server_version');
  const { stdout } = await run(join(newer, 'postgres'), ['--version']);
  console.log(
    `PostgreSQL ${(await run(join(installed, 'postgres'), ['--version'])).stdout.trim()} became ${stdout.trim()}.`,
  );
  return first && stdout.includes(reached.trim()) ? [] : [`PostgreSQL is still ${reached}.`];
}

/** The folder with the programs of the newest minor version of PostgreSQL 15, beside those installed. */
async function newestMinor(folder: string): Promise<string> {
  await mkdir(folder, { mode: 0o755, recursive: true });
  await run('apt-get', ['download', 'postgresql-15', 'postgresql-client-15'], { cwd: folder });
  for (const file of await readdir(folder)) await run('dpkg-deb', ['--extract', file, '.'], { cwd: folder });
  return join(folder, installed);
}
