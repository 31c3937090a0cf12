import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import pg from 'pg';
import pino from 'pino';
import { expect, test } from 'vitest';
import { keepSchedule } from './schedule.ts';

test('a schedule that cannot be read is reported', async () => {
  const lines = new PassThrough();
  // Nothing listens there.
  const pool = new pg.Pool({ connectionString: 'postgresql://nobody@127.0.0.1:1/nothing' });
  const stop = new AbortController();
  const kept = keepSchedule(pool, new Map([['purge', 'each minute']]), pino(lines), stop.signal);
  const [line] = await once(lines, 'data');
  stop.abort();
  await kept;
  await pool.end();
  expect(JSON.parse(String(line))).toMatchObject({
    level: pino.levels.values['warn'],
    msg: 'The job schedule cannot be read.',
  });
});
