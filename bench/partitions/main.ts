// `npm run bench:partitions`: measures monthly partitions of the audit log of an installation from bench:seed.
import { parseArgs } from 'node:util';
import { startEmbeddedPostgres } from '../../apps/server/src/db/embedded/embedded.ts';
import { withClient } from '../../apps/server/src/db/open/owner-client.ts';
import { table } from '../bed/numbers.ts';
import { tryStorage } from './trial.ts';

const { values } = parseArgs({
  options: { data: { type: 'string' }, rows: { type: 'string', default: '5000000' } },
});
if (values.data === undefined) console.log('Usage: npm run bench:partitions -- --data DIR [--rows NUMBER]');
else await compare(values.data, Number(values.rows));

async function compare(data: string, rows: number): Promise<void> {
  const database = await startEmbeddedPostgres({ dataDirectory: data, log: console.log });
  try {
    await withClient(database.connectionString, async (client) => {
      const [whole, months] = [await tryStorage(client, 'one table', rows), await tryStorage(client, 'months', rows)];
      const names = Object.keys(whole) as (keyof typeof whole)[];
      console.log(table(names.map((name) => ({ '': name, 'One table': whole[name], 'By month': months[name] }))));
    });
  } finally {
    await database.stop();
  }
}
