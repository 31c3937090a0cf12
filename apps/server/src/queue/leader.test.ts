import { Writable } from 'node:stream';
import pg from 'pg';
import pino from 'pino';
import { expect, test, vi } from 'vitest';
import { createTestDatabase } from '../../test/database/database.ts';
import { createLeader } from './leader.ts';

/** Nothing listens there. */
const noDatabase = 'postgresql://nobody@127.0.0.1:1/nothing';

test('a node that cannot reach the database does not lead, and warns once', async () => {
  const levels: number[] = [];
  const lines = new Writable({
    write(line, _encoding, done) {
      levels.push(JSON.parse(String(line)).level);
      done();
    },
  });
  const leader = createLeader(noDatabase, pino({ level: 'debug' }, lines));
  expect([await leader.leads(), await leader.leads()]).toEqual([false, false]);
  await leader.close();
  const { warn, debug } = pino.levels.values;
  expect(levels).toEqual([warn, debug]);
});

test('jobs that ask at the same time share a query', async () => {
  const database = await createTestDatabase();
  const query = vi.spyOn(pg.Client.prototype, 'query');
  const leader = createLeader(database.connectionString, pino({ enabled: false }));
  try {
    expect(await Promise.all([leader.leads(), leader.leads(), leader.leads()])).toEqual([true, true, true]);
    expect(query.mock.calls.filter(([text]) => String(text).includes('pg_try_advisory_lock'))).toHaveLength(1);
  } finally {
    query.mockRestore();
    await leader.close();
    await database.drop();
  }
});
