import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { limits } from '../../../../../../test/soon.ts';
import { createTestApp, type Person, type TestApp } from '../../../../test/app.ts';
import { freePort } from '../../../../test/free-port.ts';
import {
  consume,
  createLicense,
  createProduct,
  everyone,
  openAccount,
  setLicense,
  type TestLease,
} from '../../../../test/licensing/leases.ts';
import { inTransaction } from '../../../db/database.ts';
import { readConfiguration } from '../../../start/configuration.ts';
import { type RunningServer, startServer } from '../../../start/server.ts';

/** Two complete servers on one database. */
let test: TestApp;
let folder: string;
let product: string;
const nodes: { readonly server: RunningServer; readonly url: string }[] = [];
const opened: AbortController[] = [];

beforeAll(async () => {
  test = await createTestApp();
  product = await createProduct(test);
  folder = await mkdtemp(join(tmpdir(), 'keyhold-ends-'));
  for (let each = 0; each < 2; each += 1) {
    const port = await freePort();
    const configuration = readConfiguration(['--port', String(port), '--data', folder, '--no-demo'], {});
    if (!configuration) throw new Error('There is no configuration.');
    const server = await startServer(configuration, test.connectionString, pino({ level: 'silent' }));
    await server.listen();
    nodes.push({ server, url: `http://127.0.0.1:${port}` });
  }
});
afterEach(() => {
  for (const controller of opened.splice(0)) controller.abort();
});
afterAll(async () => {
  for (const { server } of nodes) await server.close();
  await test.close();
  await rm(folder, { recursive: true, force: true });
});

interface Told {
  readonly event: string;
  readonly data: Record<string, unknown>;
}

/** Opens a stream of one node and collects its events. */
async function follow(url: string, person: Person, path: string): Promise<Told[]> {
  const controller = new AbortController();
  opened.push(controller);
  const response = await fetch(`${url}${path}`, {
    headers: { authorization: person.token },
    signal: controller.signal,
  });
  const told: Told[] = [];
  void (async () => {
    let text = '';
    for await (const piece of response.body ?? []) {
      text += Buffer.from(piece).toString();
      const parts = text.split('\n\n');
      text = parts.pop() ?? '';
      for (const part of parts) {
        const read = /^event: (.*)\ndata: (.*)$/.exec(part);
        // `ending` is the subject of ending.test.ts.
        if (read && read[1] !== 'ending') told.push({ event: read[1] ?? '', data: JSON.parse(read[2] ?? '') });
      }
    }
  })().catch(() => undefined);
  return told;
}

/** Opens a stream of a lease on every node, and waits until each has sent its state. */
async function followEverywhere(person: Person, lease: TestLease): Promise<Told[][]> {
  const streams = await Promise.all(
    nodes.map(({ url }) => follow(url, person, `/license/v1/leases/${lease.id}/events`)),
  );
  await eventually(() => expect(streams.map((told) => told.length)).toEqual(nodes.map(() => 1)));
  return streams;
}

const eventually = (check: () => void | Promise<void>) => vi.waitFor(check, { timeout: limits.wait, interval: 50 });

/** Creates an account with a user who uses its license. */
async function setUp(fields: Parameters<typeof createLicense>[3] = {}) {
  const { account, ada, ugo } = await openAccount(test);
  const license = await createLicense(test, account, everyone, fields);
  const { lease, status } = await consume(test, ugo, product);
  expect(status).toBe(201);
  return { account, ugo, ada, license, lease };
}

const soon = (seconds: number) => sql<Date>`now() + make_interval(secs => ${seconds})` as never;
const expired = {
  event: 'released',
  data: { reason: 'license-expired', message: 'This license has expired.', by: null },
};

async function auditOf(account: string, rn: string) {
  return inTransaction(test.services.db, { account }, (tx) =>
    tx.selectFrom('audit').select(['action', 'after']).where('resource', '=', rn).orderBy('seq').execute(),
  );
}

describe('a license that expires while it is used', () => {
  it('notifies its holder on every node, is recorded once, and is shown as available and expired', async () => {
    const { account, ugo, ada, license, lease } = await setUp({ 'expiry-perpetual': false, 'expiry-date': soon(6) });
    expect(lease['expires-in-ms']).toBeLessThanOrEqual(6000);
    const streams = await followEverywhere(ugo, lease);
    await eventually(() => {
      for (const told of streams) expect(told).toContainEqual(expired);
    });
    const shown = await test.as(ada, `GET /license/v1/licenses/${license.id}`);
    expect(shown.body.item).toMatchObject({ status: 'Expired', state: { user: null } });
    const written = await auditOf(account, license.rn);
    expect(written.map(({ action }) => action)).toEqual(['license:ConsumeLicense', 'license:ReleaseLicense']);
    expect(written[1]?.after).toEqual({ user: null, reason: 'license-expired' });
    expect(streams.map((told) => told.filter(({ event }) => event === 'released').length)).toEqual([1, 1]);
    const acknowledged = await test.as(ugo, `POST /license/v1/leases/${lease.id}/ack`, { epoch: lease.epoch });
    expect(acknowledged.status).toBe(200);
    expect((await consume(test, ugo, product)).code).toBe('license-expired');
  });

  it('notifies its holder even if its term was shortened during the lease, or counts from its first use', async () => {
    const shortened = await setUp();
    const counted = await setUp({ 'expiry-perpetual': false, 'expiry-period': 1, type: 'Trial' });
    const streams = [
      ...(await followEverywhere(shortened.ugo, shortened.lease)),
      ...(await followEverywhere(counted.ugo, counted.lease)),
    ];
    await setLicense(test, shortened.license.id, { 'expiry-perpetual': false, 'expiry-date': soon(1) });
    await setLicense(test, counted.license.id, { 'expiry-date': soon(1) });
    await eventually(() => {
      for (const told of streams) expect(told).toContainEqual(expired);
    });
    const beat = await test.as(shortened.ugo, `POST /license/v1/leases/${shortened.lease.id}/heartbeat`, {
      epoch: 1,
      seq: 1,
    });
    expect(beat.body.problems?.[0]).toMatchObject({ code: 'lease-released', reason: 'license-expired' });
  });

  it('leaves a seat in offline use with its holder', async () => {
    const { ugo, ada, license, lease } = await setUp();
    await test.as(ugo, `POST /license/v1/leases/${lease.id}/offline`, { epoch: 1, days: 3 });
    await setLicense(test, license.id, { 'expiry-perpetual': false, 'expiry-date': soon(-1) });
    const other = await setUp({ 'expiry-perpetual': false, 'expiry-date': soon(2) });
    const [told] = await followEverywhere(other.ugo, other.lease);
    await eventually(() => expect(told).toContainEqual(expired));
    const shown = await test.as(ada, `GET /license/v1/licenses/${license.id}`);
    expect(shown.body.item).toMatchObject({ state: { user: ugo.rn } });
  });
});

describe('open consoles', () => {
  it('are notified of a lapse and of an expiry as they happen', async () => {
    const { account, ugo, ada, license, lease } = await setUp();
    const idle = await createLicense(test, account, everyone);
    const consoles = await Promise.all(nodes.map(({ url }) => follow(url, ada, '/events/v1/changes')));
    const [client] = await followEverywhere(ugo, lease);
    await setLicense(test, license.id, { 'expires-at': soon(0) });
    await setLicense(test, idle.id, { 'expiry-perpetual': false, 'expiry-date': soon(1) });
    await eventually(() => {
      for (const told of consoles) {
        // A busy node may announce the findings of one run together.
        const changed = told.flatMap(({ event, data }) => (event === 'changed' ? data['ids'] : []));
        expect(changed).toEqual(expect.arrayContaining([license.id, idle.id]));
      }
      expect(client).toContainEqual({ event: 'state', data: { state: 'free', epoch: 1 } });
    });
    const shown = await test.as(ada, `GET /license/v1/licenses/${license.id}`);
    expect(shown.body.item).toMatchObject({ state: { user: null } });
  });
});
