import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';
import { checkCluster } from '../../apps/server/src/operator/doctor/cluster.ts';
import { checkLastBackup } from '../../apps/server/src/operator/doctor/contents.ts';
import type { Place } from './place.ts';

const keyhold = fileURLToPath(new URL('../../apps/server/bin/keyhold.mjs', import.meta.url));

/** Records the backup in Keyhold, as keyhold-backup-note.service does after each. */
export async function noteBackup({ connectionString }: Place): Promise<void> {
  const { KEYHOLD_DATA_DIR: _, ...environment } = process.env;
  const env = { ...environment, DATABASE_URL: connectionString };
  const { stdout } = await promisify(execFile)(process.execPath, [keyhold, 'backup', 'note', 'pgBackRest'], { env });
  console.log(stdout.trim());
}

/** Prints what `keyhold doctor` says of the cluster. */
export async function checkState({ connectionString }: Place): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    for (const check of [checkCluster, checkLastBackup]) {
      for (const { state, message } of await check(client)) console.log(`doctor, ${state}: ${message}`);
    }
  } finally {
    await client.end();
  }
}
