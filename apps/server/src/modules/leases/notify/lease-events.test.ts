import type { AddressInfo } from 'node:net';
import { createKeyhold, type Lease, memoryStore } from '@keyhold/sdk';
import type { JWK } from 'jose';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { soon } from '../../../../../../test/soon.ts';
import { createTestApp, type Person, type TestApp } from '../../../../test/app.ts';
import {
  consume,
  consumeBody,
  createLicense,
  createProduct,
  everyone,
  lapse,
  openAccount,
  type TestLease,
} from '../../../../test/licensing/leases.ts';
import { inTransaction } from '../../../db/database.ts';

let test: TestApp;
let url: string;
let product: string;
let account: string;
let ugo: Person;
let ada: Person;
let license: { id: string; rn: string };

beforeAll(async () => {
  test = await createTestApp();
  product = await createProduct(test);
  await test.app.listen({ port: 0, host: '127.0.0.1' });
  url = `http://127.0.0.1:${(test.app.server.address() as AddressInfo).port}`;
});
afterAll(() => {
  test.services.streams.close();
  return test.close();
});
beforeEach(async () => {
  ({ account, ada, ugo } = await openAccount(test));
  license = await createLicense(test, account, everyone);
});

interface Read {
  readonly event: string;
  readonly data: Record<string, unknown>;
}

/** Opens a lease's stream and collects its events. */
async function follow(person: Person, lease: TestLease) {
  const ended = new AbortController();
  const response = await fetch(`${url}/license/v1/leases/${lease.id}/events`, {
    headers: { authorization: `Bearer ${person.token}` },
    signal: ended.signal,
  });
  const events: Read[] = [];
  let closed = false;
  let all = '';
  void (async () => {
    let text = '';
    try {
      for await (const piece of response.body ?? []) {
        all += Buffer.from(piece).toString();
        text += Buffer.from(piece).toString();
        const parts = text.split('\n\n');
        text = parts.pop() ?? '';
        for (const part of parts) {
          const read = /^event: (.*)\ndata: (.*)$/.exec(part);
          if (read) events.push({ event: read[1] ?? '', data: JSON.parse(read[2] ?? '') });
        }
      }
    } catch {
      // The test has aborted the stream.
    }
    closed = true;
  })();
  return {
    status: response.status,
    type: response.headers.get('content-type'),
    events,
    text: () => all,
    isClosed: () => closed,
    end: () => ended.abort(),
  };
}

const released = {
  event: 'released',
  data: { reason: 'released', message: expect.any(String), by: expect.any(String) },
};
const release = () => test.as(ada, `POST /license/v1/licenses/${license.id}/unassign`, {});

const eventually = (check: () => void) => vi.waitFor(check, soon);

describe('the events of a lease', () => {
  it('are for its holder only', async () => {
    const { lease } = await consume(test, ugo, product);
    expect((await follow(ada, lease)).status).toBe(404);
    expect((await test.as(null, `GET /license/v1/leases/${lease.id}/events`)).status).toBe(401);
    expect((await test.as(ugo, 'GET /license/v1/leases/nonsense/events')).status).toBe(404);
    expect((await test.as(ada, `GET /license/v1/leases/${lease.id}/wait?epoch=1`)).status).toBe(404);
    expect((await test.as(ugo, `GET /license/v1/leases/${lease.id}/wait`)).status).toBe(400);
  });

  it('begin with the state, and include a release', async () => {
    const { lease } = await consume(test, ugo, product);
    const stream = await follow(ugo, lease);
    expect([stream.status, stream.type]).toEqual([200, 'text/event-stream; charset=utf-8']);
    await eventually(() => expect(stream.events).toEqual([{ event: 'state', data: { state: 'active', epoch: 1 } }]));
    expect(stream.text()).toMatch(/^event: state\n/);
    await release();
    await eventually(() => expect(stream.events).toHaveLength(2));
    expect(stream.events[1]).toEqual({ ...released, data: { ...released.data, by: ada.rn } });
    stream.end();
  });

  it('report an earlier release to a new subscriber', async () => {
    const { lease } = await consume(test, ugo, product);
    await release();
    const stream = await follow(ugo, lease);
    await eventually(() =>
      expect(stream.events).toEqual([{ event: 'state', data: { state: 'releasing', epoch: 1 } }, released]),
    );
    stream.end();
  });

  it('include a release even if its announcement was lost', async () => {
    const { lease } = await consume(test, ugo, product);
    const stream = await follow(ugo, lease);
    await eventually(() => expect(stream.events).toHaveLength(1));
    await inTransaction(test.services.db, 'every account', (tx) =>
      tx
        .updateTable('licenses')
        .set({ 'lease-state': 'releasing', 'release-reason': 'released' })
        .where('id', '=', license.id)
        .execute(),
    );
    await eventually(() => expect(stream.events[1]).toMatchObject({ event: 'released', data: { reason: 'released' } }));
    stream.end();
  });

  it('survive the loss of the listener’s connection', async () => {
    const { lease } = await consume(test, ugo, product);
    const stream = await follow(ugo, lease);
    await eventually(() => expect(stream.events).toHaveLength(1));
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name like 'keyhold listen%' and datname = current_database()`.execute(test.services.db);
    await release();
    await eventually(() => expect(stream.events).toContainEqual(released));
    stream.end();
  });

  it('report another run, add-ons, and a lapsed seat that another user took', async () => {
    const { lease } = await consume(test, ugo, product);
    const stream = await follow(ugo, lease);
    await eventually(() => expect(stream.events).toHaveLength(1));
    await consume(test, ugo, product, { stream: 'run-2' });
    await eventually(() => expect(stream.events[1]).toEqual({ event: 'state', data: { state: 'active', epoch: 2 } }));

    await inTransaction(test.services.db, 'every account', async (tx) => {
      await tx
        .insertInto('addons')
        .values({ id: 'colour', name: 'Colour' })
        .onConflict((oc) => oc.doNothing())
        .execute();
      await tx
        .insertInto('addon-licenses')
        .values({ id: `ADDON-${license.id}`, 'account-id': account, 'addon-id': 'colour', type: 'Trial' })
        .execute();
    });
    const addon = license.rn.replace(':license:', ':addon-license:').replace(license.id, `ADDON-${license.id}`);
    expect((await test.as(ada, `POST /license/v1/licenses/${license.id}/addons`, { addon })).status).toBe(200);
    await eventually(() => expect(stream.events[2]?.event).toBe('entitlements'));

    await lapse(test, license.id);
    await consume(test, ada, product, { device: 'device-2' });
    await eventually(() => expect(stream.events[3]).toEqual({ event: 'state', data: { state: 'free', epoch: null } }));
    stream.end();
  });

  it('notify a deleted user of the release before the stream is closed', async () => {
    const { lease } = await consume(test, ugo, product);
    const stream = await follow(ugo, lease);
    await eventually(() => expect(stream.events).toHaveLength(1));
    await test.as(ada, `DELETE /iam/v1/users/${ugo.id}`);
    await eventually(() =>
      expect(stream.events[1]).toMatchObject({ event: 'released', data: { reason: 'user-deleted' } }),
    );
    await eventually(() => expect(stream.isClosed()).toBe(true));
  });

  it.each([
    ['signs out', () => test.as(ugo, 'POST /auth/v1/logout')],
    [
      'has a session that expires',
      () =>
        inTransaction(test.services.db, 'every account', (tx) =>
          tx.updateTable('sessions').set({ 'expires-on': sql<Date>`now()` }).where('user-id', '=', ugo.id).execute(),
        ),
    ],
  ])('notify a user who %s of the release before the stream is closed', async (_how, end) => {
    const { lease } = await consume(test, ugo, product);
    const stream = await follow(ugo, lease);
    await eventually(() => expect(stream.events).toHaveLength(1));
    await end();
    await eventually(() => expect(stream.isClosed()).toBe(true));
    expect(stream.events.at(-1)).toMatchObject({
      event: 'released',
      data: { reason: 'session-ended', message: 'You were signed out.' },
    });
  });

  it('are also available by long polling', async () => {
    const { lease } = await consume(test, ugo, product);
    const wait = (query: string) => test.as(ugo, `GET /license/v1/leases/${lease.id}/wait?${query}`);
    expect((await wait('epoch=1&timeout=1')).body['items']).toEqual([]);
    expect((await wait('epoch=0')).body['items']).toEqual([
      { event: 'state', id: null, data: { state: 'active', epoch: 1 } },
    ]);
    const waiting = wait('epoch=1');
    await release();
    expect((await waiting).body['items']).toContainEqual({ ...released, id: null });
    expect((await wait('epoch=1')).body['items']).toEqual([
      { event: 'state', id: null, data: { state: 'releasing', epoch: 1 } },
      { ...released, id: null },
    ]);
    expect((await wait('epoch=1&timeout=600')).status).toBe(400);
  });
});

describe('a long poll', () => {
  it('ends when its client disconnects', async () => {
    const { lease } = await consume(test, ugo, product);
    const left = vi.fn();
    const { changes } = test.services;
    const { subscribe } = changes;
    vi.spyOn(changes, 'subscribe').mockImplementation((listener) => {
      const leave = subscribe(listener);
      return () => {
        left();
        leave();
      };
    });
    const client = new AbortController();
    const waiting = fetch(`${url}/license/v1/leases/${lease.id}/wait?epoch=1&timeout=60`, {
      headers: { authorization: ugo.token },
      signal: client.signal,
    }).catch(() => 'gone');
    await eventually(() => expect(changes.subscribe).toHaveBeenCalled());
    client.abort();
    expect(await waiting).toBe('gone');
    // The subscription ends with the last follower of this node.
    await eventually(() => expect(left).toHaveBeenCalled());
    vi.restoreAllMocks();
  });
});

describe('the SDK', () => {
  async function hold(person: Person): Promise<Lease> {
    const { 'stream-id': _, ...request } = consumeBody(product);
    return createKeyhold({ baseUrl: url, token: person.token }).consume(request);
  }

  it('consumes, is released, logs its user off, and frees the seat', async () => {
    const lease = await hold(ugo);
    const reasons: string[] = [];
    lease.on('released', ({ reason }) => void reasons.push(reason));
    await release();
    await lease.ended;
    expect(reasons).toEqual(['released']);
    const next = await hold(ada);
    expect(next.license).toBe(license.rn);
    await next.release();
    expect((await test.as(ugo, 'GET /license/v1/licenses/consumable')).body['items']).toMatchObject([
      { available: true },
    ]);
  });

  it('checks a seat out, opens it without a signed-in user, and returns it', async () => {
    const { 'stream-id': _, ...request } = consumeBody(product);
    const reply = await test.as(null, 'GET /license/v1/root-key');
    const rootKey = reply.body['item'] as unknown as JWK;
    const store = memoryStore();
    const lease = await createKeyhold({ baseUrl: url, token: ugo.token, rootKey, store }).consume(request);
    const offline = await lease.takeOffline(3);
    expect(lease).toMatchObject({ standing: 'offline', entitled: true });
    expect(offline).toMatchObject({ license: license.rn, user: ugo.rn, entitled: true });

    const later = createKeyhold({ baseUrl: url, rootKey, store });
    const found = await later.openOffline(product, request.device.id);
    expect(found).toMatchObject({ license: license.rn, entitled: true, until: offline.until });
    expect((await consume(test, ada, product, { device: 'device-2' })).code).toBe('no-seat');
    later.useToken(ugo.token);
    await found?.return();
    expect((await consume(test, ada, product, { device: 'device-2' })).status).toBe(201);
  });
});
