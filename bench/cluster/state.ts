import pg from 'pg';
import { checkCluster } from '../../apps/server/src/operator/doctor/cluster.ts';
import type { Place } from './place.ts';

/** Prints what `keyhold doctor` says of the cluster. */
export async function checkState({ connectionString, machines: [first] }: Place): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  process.env['PGBACKREST_CONFIG'] = first?.backups;
  try {
    for (const { state, message } of await checkCluster(client)) console.log(`doctor, ${state}: ${message}`);
  } finally {
    await client.end();
  }
}
