import { EventEmitter } from 'node:events';
import pg from 'pg';
import { expect, it, vi } from 'vitest';
import type { Listener } from '../db/listener.ts';
import { notifyWorkers, withoutListening } from './notify-workers.ts';

const channels = new EventEmitter();
const listener: Pick<Listener, 'subscribe'> = {
  subscribe(channel, notified) {
    channels.on(channel, notified);
    return () => channels.off(channel, notified);
  },
};

/** Workers that are notified until they stop. */
async function workersOf(newestMigration: () => number) {
  const pool = new pg.Pool();
  vi.spyOn(pool, 'query').mockImplementation(async () => ({ rows: [{ id: newestMigration() }] }));
  const events = new EventEmitter();
  const workers = { nudge: vi.fn(), gracefulShutdown: vi.fn() };
  notifyWorkers(events, pool, listener);
  events.emit('pool:create', { workerPool: workers });
  // Jobs may have been added before.
  await vi.waitFor(() => expect(workers.nudge.mock.calls).toEqual([[1]]));
  workers.nudge.mockClear();
  return { ...workers, stop: () => events.emit('pool:gracefulShutdown') };
}

it('notifies workers of new jobs until they stop', async () => {
  const { nudge, stop } = await workersOf(() => 0);
  channels.emit('jobs:insert', '{"count":2}');
  for (const unreadable of [null, '', '{', '{"count":"2"}', '{"count":1000000}'])
    channels.emit('jobs:insert', unreadable);
  stop();
  channels.emit('jobs:insert', '{"count":3}');
  expect(nudge.mock.calls).toEqual([[2], [1], [1], [1], [1], [1]]);
});

it('stops workers at a breaking migration in the database, not at the notification of one', async () => {
  let newest = 18;
  const { gracefulShutdown, stop } = await workersOf(() => newest);
  channels.emit('worker:migrate', '{"migrationNumber":19,"breaking":true}');
  await Promise.resolve();
  expect(gracefulShutdown).not.toHaveBeenCalled();
  newest = 19;
  channels.emit('worker:migrate', '{}');
  await vi.waitFor(() => expect(gracefulShutdown).toHaveBeenCalledOnce());
  stop();
});

it('passes the connections of workers, and none to listen', async () => {
  const pool = new pg.Pool();
  const client = { release: vi.fn() } as unknown as pg.PoolClient;
  const connected = vi.spyOn(pool, 'connect').mockImplementation(async () => client);
  const workersPool = withoutListening(pool);
  expect(await workersPool.connect()).toBe(client);
  const listening = vi.fn();
  workersPool.connect(listening);
  expect(connected).toHaveBeenCalledOnce();
  expect(listening).not.toHaveBeenCalled();
});
