import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { checkMigrations } from '../../apps/server/src/operator/doctor/database.ts';
import type { BedNode } from '../bed/node.ts';
import { type Place, portOf, servers } from './place.ts';

/** The times of an upgrade, by `performance.now()`. */
export interface Times {
  readonly begun: number;
  /** The first new server was ready. */
  readonly ready: number;
  /** The last old server had stopped. */
  readonly alone: number;
  /** `keyhold doctor` had no more findings about the schema. */
  readonly tidy: number;
  readonly ended: number;
}

/** How long clients work before the upgrade, with both versions, and afterwards, in milliseconds. */
const calm = 10_000;
/** The timeout of the cleanup by migrations, in milliseconds. */
const patience = 3_600_000;

/** Replaces the servers as operations.md recommends, and waits until the migrations are complete. */
export async function upgrade({ older, nginx, database, startNew }: Place): Promise<Times> {
  await sleep(calm);
  const begun = performance.now();
  console.log('The first new server starts.');
  const newer: BedNode[] = [await startNew()];
  const ready = performance.now();
  await nginx.balance([...older, ...newer].map(portOf));
  await sleep(calm);
  while (newer.length < servers) newer.push(await startNew());
  await nginx.balance([...older, ...newer].map(portOf));
  await sleep(calm);
  console.log('Old servers stop.');
  for (const [index, node] of older.entries()) {
    await nginx.balance([...older.slice(index + 1), ...newer].map(portOf));
    await node.stop();
  }
  const alone = performance.now();
  const client = new pg.Client({ connectionString: database.connectionString });
  await client.connect();
  try {
    let said = '';
    for (;;) {
      const left = (await checkMigrations(client))
        .filter(({ state }) => state !== 'good')
        .map(({ message }) => message);
      if (left.length === 0) break;
      if (left.join() !== said) console.log(left.join('\n'));
      said = left.join();
      if (performance.now() - alone > patience) throw new Error('It is not tidy after an hour.');
      await sleep(500);
    }
  } finally {
    await client.end();
  }
  const tidy = performance.now();
  await sleep(calm);
  return { begun, ready, alone, tidy, ended: performance.now() };
}
