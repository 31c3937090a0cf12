import { consumePolicy, type License, parseRn } from '@keyhold/contract';
import { sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import { soon } from '../../../../../test/soon.ts';
import type { Person } from '../../../test/app.ts';
import {
  consume,
  consumeBody,
  createLicense,
  everyone,
  openLeaseTest,
  setLicense,
} from '../../../test/licensing/leases.ts';
import { inTransaction } from '../../db/database.ts';
import { sweep } from '../../jobs/sweep.ts';

const here = openLeaseTest();
const nobody = { kind: 'No one' } as const;
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

/** A service account without roles, and a token of it. */
async function createMachine(name = 'Render farm') {
  const body = { name, 'account-id': here.account };
  const { rn } = (await here.test.as(here.ada, 'POST /iam/v1/service-accounts', body)).body.item;
  const id = parseRn(rn).resourceId;
  return { id, rn, ...(await createToken(id, rn)) };
}

async function createToken(id: string, rn: string) {
  const made = await here.test.as(here.ada, `POST /iam/v1/service-accounts/${id}/tokens`, {
    name: 'Token',
    'expires-on': inDays(30),
    addresses: [],
  });
  const { secret, item } = made.body as unknown as { secret: string; item: { id: string } };
  return { tokenId: item.id, bearer: { id, rn, accountId: here.account, email: '', token: secret } satisfies Person };
}

/** A license that names a service account. */
async function licenseOf(rn: string) {
  return createLicense(here.test, here.account, { kind: 'User', user: rn });
}

const ask = (who: Person, route: Parameters<typeof here.test.as>[1], body?: object) => here.test.as(who, route, body);
const licenseShown = async (id: string) =>
  (await ask(here.ada, `GET /license/v1/licenses/${id}`)).body.item as unknown as License;
const codeOf = (reply: { body: { problems?: readonly { code: string }[] } }) => reply.body.problems?.[0]?.code;
const beat = (who: Person, lease: { id: string; epoch: number }, seq: number) =>
  ask(who, `POST /license/v1/leases/${lease.id}/heartbeat`, { epoch: lease.epoch, seq });

describe('A service account', () => {
  it('consumes a license that names it, and is its user by its rn and name', async () => {
    const machine = await createMachine();
    const license = await licenseOf(machine.rn);
    const { status, lease } = await consume(here.test, machine.bearer, here.product);
    expect(status).toBe(201);
    const item = await licenseShown(license.id);
    expect(item.state).toMatchObject({ user: machine.rn });
    const listed = await ask(here.ada, 'GET /license/v1/licenses?resolve=all');
    expect(listed.body.resources).toMatchObject({ [machine.rn]: { name: 'Render farm' } });
    const kept = await beat(machine.bearer, lease, 1);
    expect([kept.status, (kept.body as unknown as { lease: { epoch: number } }).lease.epoch]).toEqual([200, 1]);
    const usage = await ask(here.ada, `GET /license/v1/licenses/${license.id}/usage`);
    expect(usage.body).toMatchObject({
      item: { 'last-user': machine.rn },
      'latest-uses': [{ user: machine.rn }],
      resources: { [machine.rn]: { name: 'Render farm' } },
    });
    expect((await ask(here.ada, 'GET /license/v1/usage')).body).toMatchObject({ 'by-user': [{ user: machine.rn }] });
    const log = await ask(here.ada, `GET /iam/v1/audit?resource=${license.rn}`);
    expect(log.body.items[0]).toMatchObject({ action: 'license:ConsumeLicense', after: { user: machine.rn } });
    const returned = await ask(machine.bearer, `DELETE /license/v1/leases/${lease.id}?epoch=1`);
    expect([returned.status, (await licenseShown(license.id)).state.user]).toEqual([200, null]);
  });

  it('is never among everyone, nor among carriers of tags', async () => {
    const machine = await createMachine();
    await createLicense(here.test, here.account, everyone);
    await createLicense(here.test, here.account, nobody);
    const refused = await ask(machine.bearer, 'POST /license/v1/leases', consumeBody(here.product));
    expect([refused.status, codeOf(refused)]).toEqual([403, 'not-eligible']);
    const explained = await ask(here.ada, `GET /license/v1/explain?user=${machine.rn}&product=${here.product}`);
    expect(explained.body.item).toMatchObject({ verdict: 'deny', layer: 'policy', change: { kind: 'name-user' } });
    const own = await ask(machine.bearer, 'GET /license/v1/licenses/consumable');
    expect([own.status, own.body.items]).toEqual([200, []]);
  });

  it('is named by consumers of a license, and loses it with them', async () => {
    const machine = await createMachine();
    const license = await createLicense(here.test, here.account, nobody);
    const named = await ask(here.ada, `PUT /license/v1/licenses/${license.id}/policies`, {
      consumers: { kind: 'user', user: machine.rn },
    });
    expect([named.status, named.body.item['policies']]).toEqual([
      200,
      [consumePolicy({ kind: 'User', user: machine.rn })],
    ]);
    const { lease } = await consume(here.test, machine.bearer, here.product);
    await ask(here.ada, `PUT /license/v1/licenses/${license.id}/policies`, { consumers: { kind: 'no-one' } });
    const refused = await beat(machine.bearer, lease, 1);
    expect([refused.status, refused.body.problems?.[0]]).toMatchObject([
      409,
      { code: 'lease-released', reason: 'consumers-changed' },
    ]);
    // The lease's own token acknowledges the release.
    const holder = { ...machine.bearer, token: lease.token };
    expect((await ask(holder, `POST /license/v1/leases/${lease.id}/ack`, { epoch: 1 })).status).toBe(200);
  });

  it('loses its leases with the token that consumed them, and no others', async () => {
    const machine = await createMachine();
    await licenseOf(machine.rn);
    const kept = await licenseOf(machine.rn);
    const other = await createToken(machine.id, machine.rn);
    const first = await consume(here.test, machine.bearer, here.product, { device: 'one' });
    const second = await consume(here.test, other.bearer, here.product, { device: 'two' });
    await ask(here.ada, `DELETE /iam/v1/service-accounts/${machine.id}/tokens/${machine.tokenId}`);
    const released = await beat(other.bearer, first.lease, 1);
    expect([released.status, released.body.problems?.[0]]).toMatchObject([409, { reason: 'session-ended' }]);
    expect((await beat(other.bearer, second.lease, 1)).status).toBe(200);
    const holder = { ...machine.bearer, token: first.lease.token };
    expect((await ask(holder, `POST /license/v1/leases/${first.lease.id}/ack`, { epoch: 1 })).status).toBe(200);
    expect(second.lease.license === kept.rn || first.lease.license === kept.rn).toBe(true);
  });

  it('loses its leases when its token expires', async () => {
    const machine = await createMachine();
    const license = await licenseOf(machine.rn);
    await consume(here.test, machine.bearer, here.product);
    await inTransaction(here.test.services.db, 'every account', (tx) =>
      tx
        .updateTable('service-account-tokens')
        .set({ 'expires-on': sql<Date>`now()` })
        .where('id', '=', machine.tokenId)
        .execute(),
    );
    await sweep(here.test.services);
    expect((await licenseShown(license.id)).state.user).toBeNull();
    const log = await ask(here.ada, `GET /iam/v1/audit?resource=${license.rn}`);
    expect(log.body.items[0]).toMatchObject({ action: 'license:ReleaseLicense', after: { reason: 'session-ended' } });
  });

  it('is released, and named by no policy any more, when it is deleted', async () => {
    const machine = await createMachine();
    const license = await licenseOf(machine.rn);
    await consume(here.test, machine.bearer, here.product);
    expect((await ask(here.ada, `DELETE /iam/v1/service-accounts/${machine.id}`)).status).toBe(200);
    expect(await licenseShown(license.id)).toMatchObject({ state: { user: null }, policies: [consumePolicy(nobody)] });
    const usage = await ask(here.ada, `GET /license/v1/licenses/${license.id}/usage`);
    expect(usage.body).toMatchObject({ resources: { [machine.rn]: { name: 'Render farm' } } });
  });

  it('takes a seat offline, keeps its name there after its deletion, and goes on with another token', async () => {
    const machine = await createMachine();
    const license = await licenseOf(machine.rn);
    const { lease } = await consume(here.test, machine.bearer, here.product);
    const other = await createToken(machine.id, machine.rn);
    expect((await beat(other.bearer, lease, 1)).status).toBe(200);
    const offline = await ask(other.bearer, `POST /license/v1/leases/${lease.id}/offline`, { epoch: 1, days: 2 });
    expect(offline.status).toBe(200);
    await ask(here.ada, `DELETE /iam/v1/service-accounts/${machine.id}`);
    const shown = await ask(here.ada, `GET /license/v1/licenses/${license.id}?resolve=all`);
    expect(shown.body).toMatchObject({
      item: { state: { user: machine.rn } },
      resources: { [machine.rn]: { name: 'Render farm' } },
    });
  });
});

describe('A lease with max-seconds', () => {
  it('is refused outside of 60 to 86,400 seconds', async () => {
    await createLicense(here.test, here.account, everyone);
    for (const seconds of [0, 59, 86_401, 60.5, '60', null]) {
      const reply = await ask(here.ugo, 'POST /license/v1/leases', {
        ...consumeBody(here.product),
        'max-seconds': seconds,
      });
      expect([reply.status, reply.body.errors]).toEqual([
        400,
        ['max-seconds must be a whole number from 60 to 86400.'],
      ]);
    }
  });

  it('lasts no longer than that, whatever its heartbeats say, and ends by itself', async () => {
    const license = await createLicense(here.test, here.account, everyone);
    const body = { ...consumeBody(here.product), 'max-seconds': 60 };
    const { lease } = (await ask(here.ugo, 'POST /license/v1/leases', body)).body as unknown as {
      lease: { id: string; epoch: number; 'expires-in-ms': number };
    };
    expect(lease['expires-in-ms']).toBeLessThanOrEqual(60_000);
    const kept = (await beat(here.ugo, lease, 1)).body as unknown as { lease: { 'expires-in-ms': number } };
    expect(kept.lease['expires-in-ms']).toBeLessThanOrEqual(60_000);
    // The same run again, as after a lost reply, gets no more time.
    const again = (await ask(here.ugo, 'POST /license/v1/leases', body)).body as unknown as typeof kept;
    expect(again.lease['expires-in-ms']).toBeLessThanOrEqual(60_000);
    await end(license.id);
    expect((await licenseShown(license.id)).state.user).toBeNull();
    const refused = await beat(here.ugo, lease, 2);
    expect([refused.status, refused.body.problems?.[0]]).toMatchObject([
      409,
      { code: 'lease-released', reason: 'time-over', message: 'The time of this lease is over.' },
    ]);
    await sweep(here.test.services);
    expect((await beat(here.ugo, lease, 2)).body.problems?.[0]).toMatchObject({ reason: 'time-over' });
    const log = await ask(here.ada, `GET /iam/v1/audit?resource=${license.rn}`);
    expect(log.body.items[0]).toMatchObject({ action: 'license:ReleaseLicense', after: { reason: 'time-over' } });
    const next = await consume(here.test, here.ugo, here.product);
    expect([next.status, next.lease.id === lease.id, next.lease['expires-in-ms'] > 60_000]).toEqual([201, false, true]);
  });

  it('leaves its seat to others at once, and its own device begins anew', async () => {
    const license = await createLicense(here.test, here.account, everyone);
    const body = { ...consumeBody(here.product), 'max-seconds': 60 };
    await ask(here.ugo, 'POST /license/v1/leases', body);
    await end(license.id);
    const own = await ask(here.ugo, 'POST /license/v1/leases', body);
    expect(own.status).toBe(201);
    await end(license.id);
    expect((await consume(here.test, here.ada, here.product)).status).toBe(201);
  });

  it('notifies its client of the end', async () => {
    const license = await createLicense(here.test, here.account, everyone);
    const body = { ...consumeBody(here.product), 'max-seconds': 60 };
    const { lease } = (await ask(here.ugo, 'POST /license/v1/leases', body)).body as unknown as {
      lease: { id: string };
    };
    const waiting = ask(here.ugo, `GET /license/v1/leases/${lease.id}/wait?epoch=1&timeout=25`);
    await end(license.id);
    await sweep(here.test.services);
    const released = { event: 'released', data: { reason: 'time-over' } };
    expect((await waiting).body.items).toContainEqual(
      expect.objectContaining({ ...released, data: expect.objectContaining(released.data) }),
    );
  });

  /** The time of a lease passes. */
  const end = (id: string) => {
    const past = sql<Date>`now() - interval '1 second'` as never;
    return setLicense(here.test, id, { 'lease-ends-on': past, 'expires-at': past });
  };
});

describe('Many short jobs', () => {
  it('leak none of their seats', async () => {
    const machine = await createMachine();
    const seats = 4;
    for (let made = 0; made < seats; made += 1) await licenseOf(machine.rn);
    let done = 0;
    const run = async (job: number) => {
      const body = { ...consumeBody(here.product, { device: `job-${job}` }), 'max-seconds': 60 };
      const reply = await ask(machine.bearer, 'POST /license/v1/leases', body);
      if (reply.status !== 201) return expect(codeOf(reply)).toMatch(/^(no-seat|busy)$/);
      const { lease } = reply.body as unknown as { lease: { id: string } };
      // Every third job crashes.
      if (job % 3 > 0) await ask(machine.bearer, `DELETE /license/v1/leases/${lease.id}?epoch=1`);
      done += 1;
    };
    for (let batch = 0; batch < 40; batch += 1) {
      await Promise.all([0, 1, 2].map((job) => run(3 * batch + job)));
      await inTransaction(here.test.services.db, 'every account', (tx) =>
        tx
          .updateTable('licenses')
          .set({ 'lease-ends-on': sql<Date>`now()` as never, 'expires-at': sql<Date>`now()` as never })
          .where('machine-id', '=', machine.id)
          .execute(),
      );
      await sweep(here.test.services);
    }
    expect(done).toBeGreaterThan(0);
    await vi.waitFor(async () => {
      await sweep(here.test.services);
      const open = await inTransaction(here.test.services.db, 'every account', (tx) =>
        sql<{ seats: number; uses: number }>`select
          (select count(*) from licenses where "account-id" = ${here.account} and "lease-state" <> 'free')::int as seats,
          (select count(*) from "license-uses" where "account-id" = ${here.account} and "ended-on" is null)::int as uses`.execute(
          tx,
        ),
      );
      expect(open.rows[0]).toEqual({ seats: 0, uses: 0 });
    }, soon);
  });
});
