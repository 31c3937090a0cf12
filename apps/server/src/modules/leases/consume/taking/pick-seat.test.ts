import { consumePolicy } from '@keyhold/contract';
import { describe, expect, it } from 'vitest';
import {
  consume,
  createLicense,
  everyone,
  lapse,
  openLeaseTest,
  setLicense,
} from '../../../../../test/licensing/leases.ts';
import { inTransaction } from '../../../../db/database.ts';

/** Policies equivalent to everyone's that form another policy group. */
const differentPolicies = JSON.stringify([
  { ...consumePolicy(everyone), name: 'Consume License Policy' },
  { name: 'Other', statements: [] },
]);

const here = openLeaseTest();

/** The holder of a license, as shown to an administrator. */
async function holderOf(rn: string) {
  const reply = await here.test.as(here.ada, `GET /license/v1/licenses/${rn.split(':').at(-1)}`);
  return (reply.body.item['state'] as { user: string | null }).user;
}

/** The actions of a license's audit entries, oldest first. */
async function actionsOf(rn: string) {
  const entries = await inTransaction(here.test.services.db, { account: here.account }, (tx) =>
    tx.selectFrom('audit').select('action').where('resource', '=', rn).orderBy('seq').execute(),
  );
  return entries.map(({ action }) => action);
}

describe('picking a seat', () => {
  it('returns the same seat to the same device and run, and starts a new epoch of the lease for a new run', async () => {
    await createLicense(here.test, here.account, everyone);
    await createLicense(here.test, here.account, everyone);
    const first = await consume(here.test, here.ugo, here.product);
    const again = await consume(here.test, here.ugo, here.product);
    expect(again.status).toBe(200);
    expect(again.lease).toMatchObject({ id: first.lease.id, epoch: 1, license: first.lease.license });
    const restarted = await consume(here.test, here.ugo, here.product, { stream: 'run-2' });
    expect(restarted.status).toBe(200);
    expect(restarted.lease).toMatchObject({ id: first.lease.id, epoch: 2, license: first.lease.license });
    const elsewhere = await consume(here.test, here.ugo, here.product, { device: 'device-2' });
    expect(elsewhere.status).toBe(201);
    expect(elsewhere.lease.license).not.toBe(first.lease.license);
  });

  it('resumes a lapsed lease for its own device, with a new epoch', async () => {
    const license = await createLicense(here.test, here.account, everyone);
    const first = await consume(here.test, here.ugo, here.product);
    await lapse(here.test, license.id);
    expect(await holderOf(license.rn)).toBeNull();
    const resumed = await consume(here.test, here.ugo, here.product);
    expect(resumed.status).toBe(200);
    expect(resumed.lease).toMatchObject({ id: first.lease.id, epoch: 2 });
  });

  it('gives a lapsed seat to the next user, and reports the lapse to its former client', async () => {
    const license = await createLicense(here.test, here.account, everyone);
    const first = await consume(here.test, here.ugo, here.product);
    await lapse(here.test, license.id);
    const second = await consume(here.test, here.ada, here.product, { device: 'device-2' });
    expect(second.status).toBe(201);
    expect(second.lease).toMatchObject({ license: license.rn, epoch: 2 });
    const beat = await here.test.as(here.ugo, `POST /license/v1/leases/${first.lease.id}/heartbeat`, {
      epoch: 1,
      seq: 1,
    });
    expect([beat.status, beat.body.problems?.[0]?.code]).toEqual([410, 'lease-lapsed']);
    expect((await consume(here.test, here.ugo, here.product)).code).toBe('no-seat');
  });

  it('reports the earliest time at which a seat could be free when all are taken', async () => {
    await createLicense(here.test, here.account, everyone);
    await consume(here.test, here.ugo, here.product);
    const { status, code, problem } = await consume(here.test, here.ada, here.product, { device: 'device-2' });
    expect([status, code]).toEqual([409, 'no-seat']);
    expect(problem?.['earliest-free-in-ms']).toBeGreaterThan(80_000);
    expect(problem?.['earliest-free-in-ms']).toBeLessThanOrEqual(90_000);
  });

  it('never gives a seat to two devices under concurrent requests', async () => {
    await createLicense(here.test, here.account, everyone);
    await createLicense(here.test, here.account, everyone);
    const rivals = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        consume(here.test, index % 2 ? here.ugo : here.ada, here.product, { device: `rival-${index}` }),
      ),
    );
    const taken = rivals.filter(({ status }) => status === 201);
    expect(new Set(taken.map(({ lease }) => lease.license)).size).toBe(2);
    expect(taken).toHaveLength(2);
    expect(rivals.filter(({ code }) => code === 'no-seat')).toHaveLength(10);
  });

  it('gives each of several concurrent requests a seat when there are enough', async () => {
    for (let index = 0; index < 8; index += 1) await createLicense(here.test, here.account, everyone);
    const all = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        consume(here.test, here.ugo, here.product, { device: `device-${index}` }),
      ),
    );
    expect(all.map(({ status }) => status)).toEqual(Array(8).fill(201));
    expect(new Set(all.map(({ lease }) => lease.license)).size).toBe(8);
  });

  it('gives one seat to concurrent requests of one device', async () => {
    for (let index = 0; index < 4; index += 1) await createLicense(here.test, here.account, everyone);
    const all = await Promise.all(Array.from({ length: 6 }, () => consume(here.test, here.ugo, here.product)));
    expect(new Set(all.map(({ lease }) => lease.license)).size).toBe(1);
    expect(all.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 201]);
  });

  it.each(['any license', 'a named license'])(
    'gives the last seat to all concurrent requests of one device, which ask for %s',
    async (asked) => {
      const license = await createLicense(here.test, here.account, everyone);
      const named = asked === 'a named license' ? { license: license.rn } : {};
      const all = await Promise.all(Array.from({ length: 6 }, () => consume(here.test, here.ugo, here.product, named)));
      expect(all.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 201]);
    },
  );

  it('waits for a rival whose transaction rolls back instead of refusing', async () => {
    const license = await createLicense(here.test, here.account, everyone);
    let waiting: ReturnType<typeof consume> | undefined;
    await inTransaction(here.test.services.db, 'every account', async (tx) => {
      await tx.selectFrom('licenses').select('id').where('id', '=', license.id).forUpdate().execute();
      waiting = consume(here.test, here.ugo, here.product);
      await new Promise((resolve) => setTimeout(resolve, 300));
      throw new Error('undone');
    }).catch(() => undefined);
    expect((await waiting)?.status).toBe(201);
  });

  it('prefers licenses that name the user, then those that require tags, then those for everyone', async () => {
    const tag = await here.test.as(here.ada, 'POST /iam/v1/tags', { name: 'Prepress', 'account-id': here.account });
    const { rn } = tag.body['item'] as unknown as { rn: string };
    await here.test.as(here.ada, `POST /iam/v1/users/${here.ugo.id}/tags`, { tag: rn });
    const all = await createLicense(here.test, here.account, everyone);
    const tagged = await createLicense(here.test, here.account, { kind: 'Tags', tags: [rn] });
    const named = await createLicense(here.test, here.account, { kind: 'User', user: here.ugo.rn });
    await createLicense(here.test, here.account, { kind: 'User', user: here.ada.rn });
    await createLicense(here.test, here.account, { kind: 'No one' });
    const order = [];
    for (const device of ['a', 'b', 'c', 'd']) {
      const { lease, code } = await consume(here.test, here.ugo, here.product, { device });
      order.push(lease?.license ?? code);
    }
    expect(order).toEqual([named.rn, tagged.rn, all.rn, 'no-seat']);
  });

  it('prefers the seat that the device held last, then the one that has been free the longest', async () => {
    const first = await createLicense(here.test, here.account, everyone, { 'freed-on': '2026-01-03T00:00:00Z' });
    const oldest = await createLicense(here.test, here.account, everyone, { 'freed-on': '2026-01-01T00:00:00Z' });
    const last = await createLicense(here.test, here.account, everyone, {
      'freed-on': '2026-01-02T00:00:00Z',
      'last-device-id': 'device-1',
    });
    const order = [];
    for (const device of ['device-1', 'b', 'c'])
      order.push((await consume(here.test, here.ugo, here.product, { device })).lease.license);
    expect(order).toEqual([last.rn, oldest.rn, first.rn]);
  });

  it('prefers the seat that has been free the longest even if it was never used and has different policies', async () => {
    const used = { 'last-device-id': 'another', 'freed-on': '2026-01-02T00:00:00Z' };
    const later = await createLicense(here.test, here.account, everyone, used);
    const unused = await createLicense(here.test, here.account, everyone, {
      'created-on': '2026-01-01T00:00:00Z',
      policies: differentPolicies,
    });
    const order = [];
    for (const device of ['a', 'b'])
      order.push((await consume(here.test, here.ugo, here.product, { device })).lease.license);
    expect(order).toEqual([unused.rn, later.rn]);
  });

  it('prefers, among the seats that the device held, the most recent one', async () => {
    const had = { 'last-device-id': 'device-1' };
    await createLicense(here.test, here.account, everyone, { 'freed-on': '2026-01-01T00:00:00Z' });
    await createLicense(here.test, here.account, everyone, { ...had, 'freed-on': '2026-01-02T00:00:00Z' });
    const latest = await createLicense(here.test, here.account, everyone, {
      ...had,
      'freed-on': '2026-01-04T00:00:00Z',
    });
    const before = await createLicense(here.test, here.account, everyone, {
      ...had,
      'freed-on': '2026-01-03T00:00:00Z',
    });
    expect((await consume(here.test, here.ugo, here.product)).lease.license).toBe(latest.rn);
    // The same order applies to another user on this device, and when all seats are searched.
    await setLicense(here.test, before.id, { 'deleted-on': null, policies: differentPolicies });
    const bo = await here.test.createPerson(here.account, 'Bo', null);
    expect((await consume(here.test, bo, here.product)).lease.license).toBe(before.rn);
  });

  it('takes exactly the requested license, and allows the device to move to another', async () => {
    const one = await createLicense(here.test, here.account, everyone);
    const two = await createLicense(here.test, here.account, everyone);
    const first = await consume(here.test, here.ugo, here.product, { license: two.rn });
    expect(first.lease.license).toBe(two.rn);
    const moved = await consume(here.test, here.ugo, here.product, { license: one.rn });
    expect([moved.status, moved.lease.license]).toEqual([201, one.rn]);
    expect(await holderOf(two.rn)).toBeNull();
    expect(await actionsOf(two.rn)).toEqual(['license:ConsumeLicense', 'license:CheckInLicense']);
    expect((await consume(here.test, here.ada, here.product, { device: 'x', license: one.rn })).code).toBe('no-seat');
    expect((await consume(here.test, here.ada, here.product, { device: 'x', license: two.rn })).status).toBe(201);
  });
});
