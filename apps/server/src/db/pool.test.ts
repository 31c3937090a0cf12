import { setTimeout as wait } from 'node:timers/promises';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { soon } from '../../../../test/soon.ts';
import { createTestDatabase, execute, type TestDatabase } from '../../test/database/database.ts';
import { openSilentProxy, type SilentProxy } from '../../test/database/silent-proxy.ts';
import { createChanges } from '../streams/changes.ts';
import { openListener } from './listener.ts';
import { openPool, queryRegularly } from './pool.ts';

let database: TestDatabase;
let proxy: SilentProxy;
beforeAll(async () => {
  database = await createTestDatabase();
  proxy = await openSilentProxy(database.connectionString);
});
afterAll(async () => {
  await proxy.close();
  await database.drop();
});

const pidOf = 'select pg_backend_pid() as pid';

it('replaces a connection whose statement gets no reply', async () => {
  const pool = openPool({ connectionString: proxy.connectionString, silence: 1_500, max: 1 });
  try {
    const first = await pool.query(pidOf);
    await wait(2_000);
    // An idle connection is kept.
    expect((await pool.query(pidOf)).rows).toEqual(first.rows);
    proxy.fallSilent();
    await expect(pool.query(pidOf)).rejects.toMatchObject({
      message: expect.stringContaining('Connection terminated'),
    });
    expect((await pool.query(pidOf)).rows).not.toEqual(first.rows);
  } finally {
    await pool.end();
  }
});

it('does not pile up queries to a silent database', async () => {
  const pool = openPool({ connectionString: proxy.connectionString, silence: 1_500, max: 1 });
  const client = await pool.connect();
  const query = vi.spyOn(client, 'query');
  const end = queryRegularly(client, 20);
  try {
    await vi.waitFor(() => expect(query.mock.calls.length).toBeGreaterThan(2), soon);
    proxy.fallSilent();
    await wait(100);
    const before = query.mock.calls.length;
    await wait(500);
    expect(query.mock.calls.length).toBe(before);
  } finally {
    end();
    client.release(true);
    await pool.end();
  }
});

it('The listener reconnects after silence and reports that notifications may have been missed', async () => {
  const listener = await openListener(proxy.connectionString, pino({ level: 'silent' }), { every: 100, limit: 1_500 });
  const changes = createChanges(listener);
  const heard: unknown[] = [];
  changes.subscribe((announcement) => void heard.push(announcement));
  try {
    proxy.fallSilent();
    await vi.waitFor(() => expect(heard).toEqual([null]), soon);
    const account = '0198a000-0000-7000-8000-000000000001';
    const change = { event: 'changed', account, rn: `keyhold:eu-1:${account}:tag:b` };
    await execute(database.connectionString, `select pg_notify('keyhold', '${JSON.stringify(change)}')`);
    await vi.waitFor(() => expect(heard).toEqual([null, change]), soon);
  } finally {
    await listener.close();
  }
});

it('has the database cancel a statement before its client gives up, and keeps the connection', async () => {
  const pool = openPool({ connectionString: database.connectionString, silence: 2_000, max: 1 });
  try {
    const client = await pool.connect();
    const first = await client.query(pidOf);
    await expect(client.query('select pg_sleep(3600)')).rejects.toMatchObject({ code: '57014' });
    expect((await client.query(pidOf)).rows).toEqual(first.rows);
    client.release();
  } finally {
    await pool.end();
  }
});
