import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { inDatabase } from '../fixtures/database.ts';
import { newDataDirectory, removeDataDirectory } from '../fixtures/product.ts';

const command = fileURLToPath(new URL('../../apps/server/bin/keyhold.mjs', import.meta.url));

/** Starts an operator's command. */
function keyhold(...args: string[]): { child: ChildProcess; ended: Promise<number | null>; said(): string } {
  const child = spawn(process.execPath, [command, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const output of [child.stdout, child.stderr]) output.on('data', (data) => (said += String(data)));
  return { child, ended: once(child, 'close').then(([code]) => code as number | null), said: () => said };
}

/** Running operator's commands on an installation: a rotation of the keys, and a backup. */
interface OperatorAtWork {
  /** Kills them by SIGKILL. */
  kill(): Promise<void>;
}

export function startOperator(dataDirectory: string, backups: string, serial: number): OperatorAtWork {
  const rotation = keyhold('keys', 'rotate', '--data', dataDirectory);
  const backup = keyhold('backup', join(backups, `${serial}.backup.gz`), '--data', dataDirectory);
  return {
    async kill() {
      for (const { child, ended } of [rotation, backup]) {
        child.kill('SIGKILL');
        await ended;
      }
    },
  };
}

/** Checks that each rotation happened together with its line in the audit log, or not at all. */
export async function checkRotations(database: string): Promise<string[]> {
  return inDatabase(database, async (client) => {
    const { rows } = await client.query<{ keys: number; rotations: number }>(`
      select (select count(*) from "signing-keys")::int as keys,
        (select count(*) from audit where action = 'adm:RotateSigningKeys')::int as rotations`);
    const { keys = 0, rotations = 0 } = rows[0] ?? {};
    return keys === rotations + 1 ? [] : [`There are ${keys} keys after ${rotations} rotations.`];
  });
}

/**
 * Restores the backups: each file with its final name must be complete. A killed restore leaves nothing or everything,
 * and can be repeated.
 *
 * @param kills how often a restore is killed before one may complete
 */
export async function checkBackups(dataDirectory: string, backups: string, kills: number): Promise<string[]> {
  const last = keyhold('backup', join(backups, 'last.backup.gz'), '--data', dataDirectory);
  if ((await last.ended) !== 0) return [`The last backup failed: ${last.said()}`];
  const faults: string[] = [];
  for (const file of (await readdir(backups)).filter((name) => name.endsWith('.backup.gz'))) {
    const folder = await newDataDirectory();
    try {
      for (let kill = 1; kill <= kills; kill += 1) {
        const broken = keyhold('restore', join(backups, file), '--data', folder);
        await Promise.race([wait(500 + Math.random() * 3000), broken.ended]);
        broken.child.kill('SIGKILL');
        await broken.ended;
        // Its PostgreSQL notices the death, and exits.
        await wait(500);
      }
      const whole = keyhold('restore', join(backups, file), '--data', folder);
      const code = await whole.ended;
      // A restore that was killed after it had stored everything is detected by the next one.
      const kept = whole.said().includes('is not empty');
      if (code !== 0 && !kept) faults.push(`The backup ${file} cannot be restored: ${whole.said()}`);
      const doctor = keyhold('audit', 'verify', '--data', folder);
      if ((await doctor.ended) !== 0) faults.push(`After the restore of ${file}: ${doctor.said()}`);
    } finally {
      await removeDataDirectory(folder);
    }
  }
  return faults;
}
