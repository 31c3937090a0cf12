import { sql } from 'kysely';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { soon } from '../../../../test/soon.ts';
import { openHeldLease } from '../../test/licensing/leases.ts';
import { inTransaction } from '../db/database.ts';
import { type Channel, channels } from '../db/listener.ts';
import type { LeaseEvent } from '../modules/leases/notify/lease-follower.ts';
import { type Running, startWorker } from '../queue/worker.ts';
import { type Announcement, readAnnouncement } from './announce.ts';

const here = openHeldLease();

const everywhere = <Result>(work: Parameters<typeof inTransaction<Result>>[2]) =>
  inTransaction(here.test.services.db, 'every account', work);

/** What followers of the lease, subscribers of changes and a worker have received. */
let received: { events: LeaseEvent[]; announcements: (Announcement | null)[]; jobs: unknown[]; logged: string[] };
let worker: Running;
let leave: (() => void)[];
beforeEach(async () => {
  received = { events: [], announcements: [], jobs: [], logged: [] };
  const { services } = here.test;
  const subscribed = vi.spyOn(services.listener, 'subscribe');
  worker = await startWorker({
    connectionString: services.db.pool.options.connectionString ?? '',
    listener: services.listener,
    tasks: { greet: { run: async (payload) => void received.jobs.push(payload) } },
    concurrency: 2,
    log: pino({ level: 'warn' }, { write: (line) => received.logged.push(line) }),
  });
  await vi.waitFor(() => expect(subscribed).toHaveBeenCalledTimes(2), soon);
  subscribed.mockRestore();
  const { 'session-id': session } = await everywhere((tx) =>
    tx.selectFrom('licenses').select('session-id').where('id', '=', here.license.id).executeTakeFirstOrThrow(),
  );
  leave = [
    services.changes.subscribe((announcement) => received.announcements.push(announcement)),
    await services.leaseWatch.follow({
      lease: here.lease.id,
      session: session ?? '',
      send: (event) => received.events.push(event),
      end: () => received.events.push({ event: 'state', data: { state: 'ended' }, id: null }),
    }),
  ];
});
afterEach(async () => {
  for (const each of leave) each();
  await worker.stop();
});

/** Notifies as any login of the database may. */
const notify = (channel: string, payload: string) =>
  sql`select pg_notify(${channel}, ${payload})`.execute(here.test.services.db);

const account = '019a0000-0000-7000-8000-000000000001';
const rn = `keyhold:eu-1:${account}:license:TEST-1`;
const readable: Readonly<Record<Announcement['event'], Announcement>> = {
  changed: { event: 'changed', account, rn, request: null },
  'lease-released': {
    event: 'lease-released',
    account,
    rn,
    lease: account,
    epoch: 1,
    reason: 'released',
    message: 'This license was released.',
    by: null,
  },
  'lease-changed': { event: 'lease-changed', account, rn, lease: account },
  'leases-ended': { event: 'leases-ended', account, rn },
  'lease-entitlements': { event: 'lease-entitlements', account, rn, lease: account },
  'lease-message': { event: 'lease-message', account, rn, lease: account },
  'lease-asked': { event: 'lease-asked', account, rn, lease: account },
  waiting: { event: 'waiting', account, rn, waiters: [account] },
};

/** Values of other types than any field has. */
const wrong = [undefined, 1.5, true, [], {}, 'x:y'];

const notAnnouncements = ['', 'hello', '{', 'null', '1', '"released"', '[]', '{}', '{"event":1}', '['.repeat(4_000)];

describe('An announcement', () => {
  it.each(Object.values(readable))(
    'of the kind $event is readable as it was sent, with fields of later versions',
    (one) => {
      expect(readAnnouncement(JSON.stringify(one))).toEqual(one);
      expect(readAnnouncement(JSON.stringify({ ...one, later: { than: 'this' } }))).toEqual(one);
    },
  );

  it.each(Object.values(readable))(
    'of the kind $event is unreadable with any field missing or of another type',
    (one) => {
      for (const field of Object.keys(one).filter((name) => name !== 'event' && name !== 'request')) {
        const isText = ['reason', 'message', 'by'].includes(field);
        for (const value of isText ? wrong.slice(0, -1) : wrong) {
          expect(readAnnouncement(JSON.stringify({ ...one, [field]: value })), `${field}: ${value}`).toBe('unreadable');
        }
      }
    },
  );

  it.each(['lease-borrowed', 'toString', '__proto__', ''])(
    'of the unknown kind "%s" is recognised as such',
    (event) => {
      expect(readAnnouncement(JSON.stringify({ ...readable['lease-released'], event }))).toBe('unknown');
    },
  );

  it.each(notAnnouncements)('is unreadable when it is none: %s', (payload) => {
    expect(readAnnouncement(payload)).toBe('unreadable');
  });
});

/** By channel: payloads that nobody of this product sends. */
const hostile: Readonly<Record<Channel, readonly string[]>> = {
  keyhold: [...notAnnouncements, ...Object.values(readable).map((one) => JSON.stringify({ ...one, rn: 'a:b' }))],
  'jobs:insert': ['', 'hello', 'null', '[]', '{"count":"many"}', '{"count":1e308}', '{"count":{"valueOf":1}}'],
  'worker:migrate': ['', 'hello', 'null', '{"breaking":true}', '{"breaking":true,"migrationNumber":999999}'],
};

it.each(channels)('the server works after any notification of the channel %s, and logs nobody off', async (channel) => {
  const { test, lease, license } = here;
  const first = { event: 'state', id: null, data: { state: 'active', epoch: 1 } };
  await vi.waitFor(() => expect(received.events).toEqual([first]), soon);
  for (const payload of hostile[channel]) await notify(channel, payload);
  for (const event of ['lease-borrowed', 'lease-released', 'lease-changed', 'leases-ended', 'lease-message'] as const) {
    // The right ids, and nothing that happened.
    const forged = { ...readable['lease-released'], event, account: here.account, rn: license.rn, lease: lease.id };
    await notify(channel, JSON.stringify(forged));
  }
  await sql`select graphile_worker.add_job('greet', '{"name":"Ada"}')`.execute(test.services.db);
  await vi.waitFor(() => expect(received.jobs).toEqual([{ name: 'Ada' }]), soon);
  expect(received.logged).toEqual([]);
  expect(process.exitCode).toBeUndefined();

  // The message is behind them: whatever they would have caused has happened.
  await test.as(here.ada, `POST /license/v1/licenses/${license.id}/message`, { message: 'Still there?' });
  await vi.waitFor(() => expect(received.events.at(-1)?.event).toBe('message'), soon);
  expect(received.events.slice(0, -1)).toEqual([first]);
  expect(received.announcements.filter((one) => one === null)).toHaveLength(
    channel === 'keyhold' ? hostile.keyhold.length : 0,
  );
  expect(JSON.stringify(received.announcements)).not.toContain('lease-borrowed');
  await test.as(here.ada, `POST /license/v1/licenses/${license.id}/unassign`, {});
  await vi.waitFor(() => expect(received.events.at(-1)?.event).toBe('released'), soon);
});

it('an unreadable announcement counts as a missed one: the state of every followed lease is read again', async () => {
  await everywhere((tx) => tx.updateTable('licenses').set({ epoch: 2 }).where('id', '=', here.license.id).execute());
  await notify('keyhold', 'hello');
  await vi.waitFor(() => expect(received.events.at(-1)?.data).toEqual({ state: 'active', epoch: 2 }), soon);
});

it('a migration that this version cannot work with stops the worker', async () => {
  const { db } = here.test.services;
  await sql`insert into graphile_worker.migrations (id, breaking) values (999999, true)`.execute(db);
  await notify('worker:migrate', '');
  await vi.waitFor(() => expect(received.logged.join()).toContain('breaking migration'), soon);
  await sql`delete from graphile_worker.migrations where id = 999999`.execute(db);
  process.exitCode = undefined;
});
