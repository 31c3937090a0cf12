import { EventEmitter } from 'node:events';
import pg from 'pg';
import { expect, it, vi } from 'vitest';
import type { Listener } from '../db/listener.ts';
import { listeningPool } from './listening-pool.ts';

const heard = new EventEmitter();
const listener: Pick<Listener, 'subscribe'> = {
  subscribe(channel, notified) {
    heard.on(channel, notified);
    return () => heard.off(channel, notified);
  },
};

it('notifies a connection requested with a callback of new jobs until it is released', async () => {
  const pool = new pg.Pool();
  const connected = vi.spyOn(pool, 'connect');
  vi.spyOn(pool, 'query').mockImplementation(async () => ({ rows: [] }));
  const told = vi.fn();
  const release = await new Promise<() => void>((resolve) => {
    listeningPool(pool, listener).connect((_error, client, done) => {
      client?.on('notification', told);
      resolve(done);
    });
  });
  heard.emit('jobs:insert', '{"count":2}');
  heard.emit('jobs:insert', null);
  release();
  heard.emit('jobs:insert', '{"count":3}');
  expect(told.mock.calls).toEqual([
    // Jobs may have been added before.
    [{ channel: 'jobs:insert', payload: '' }],
    [{ channel: 'jobs:insert', payload: '{"count":2}' }],
    [{ channel: 'jobs:insert', payload: '' }],
  ]);
  expect(connected).not.toHaveBeenCalled();
});

it('passes all other calls to the pool', async () => {
  const pool = new pg.Pool();
  const client = { release: vi.fn() } as unknown as pg.PoolClient;
  vi.spyOn(pool, 'connect').mockImplementation(async () => client);
  const listening = listeningPool(pool, listener);
  expect(await listening.connect()).toBe(client);
  const asked = vi.spyOn(pool, 'query').mockImplementation(async function query(this: unknown) {
    return { rows: [this === pool] };
  });
  expect(await listening.query('select')).toEqual({ rows: [true] });
  expect(asked).toHaveBeenCalledOnce();
});
