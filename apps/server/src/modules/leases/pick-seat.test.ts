import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type Person, type TestApp } from '../../../test/app.ts';
import { consume, createLicense, createProduct, everyone, lapse, openAccount } from '../../../test/leases.ts';
import { inTransaction } from '../../db/database.ts';

let test: TestApp;
let product: string;
let account: string;
let ugo: Person;
let ada: Person;

beforeAll(async () => {
  test = await createTestApp();
  product = await createProduct(test);
});
afterAll(() => test.close());
beforeEach(async () => {
  ({ account, ada, ugo } = await openAccount(test));
});

/** Who holds a license, as an administrator sees it. */
async function holderOf(rn: string) {
  const reply = await test.as(ada, `GET /license/v1/licenses/${rn.split(':').at(-1)}`);
  return (reply.body.item['state'] as { user: string | null }).user;
}

describe('picking a seat', () => {
  it('finds the same again for the same device and run; a new run makes a new epoch of the same lease', async () => {
    await createLicense(test, account, everyone);
    await createLicense(test, account, everyone);
    const first = await consume(test, ugo, product);
    const again = await consume(test, ugo, product);
    expect(again.status).toBe(200);
    expect(again.lease).toMatchObject({ id: first.lease.id, epoch: 1, license: first.lease.license });
    const restarted = await consume(test, ugo, product, { stream: 'run-2' });
    expect(restarted.status).toBe(200);
    expect(restarted.lease).toMatchObject({ id: first.lease.id, epoch: 2, license: first.lease.license });
    const elsewhere = await consume(test, ugo, product, { device: 'device-2' });
    expect(elsewhere.status).toBe(201);
    expect(elsewhere.lease.license).not.toBe(first.lease.license);
  });

  it('resumes a lapsed lease for its own device, with a new epoch', async () => {
    const license = await createLicense(test, account, everyone);
    const first = await consume(test, ugo, product);
    await lapse(test, license.id);
    expect(await holderOf(license.rn)).toBeNull();
    const resumed = await consume(test, ugo, product);
    expect(resumed.status).toBe(200);
    expect(resumed.lease).toMatchObject({ id: first.lease.id, epoch: 2 });
  });

  it('gives a lapsed seat to whoever comes first, and tells its former client that it lapsed', async () => {
    const license = await createLicense(test, account, everyone);
    const first = await consume(test, ugo, product);
    await lapse(test, license.id);
    const second = await consume(test, ada, product, { device: 'device-2' });
    expect(second.status).toBe(201);
    expect(second.lease).toMatchObject({ license: license.rn, epoch: 2 });
    const beat = await test.as(ugo, `POST /license/v1/leases/${first.lease.id}/heartbeat`, { epoch: 1, seq: 1 });
    expect([beat.status, beat.body.problems?.[0]?.code]).toEqual([410, 'lease-lapsed']);
    expect((await consume(test, ugo, product)).code).toBe('no-seat');
  });

  it('refuses with when a seat could be free, once every one is taken', async () => {
    await createLicense(test, account, everyone);
    await consume(test, ugo, product);
    const { status, code, problem } = await consume(test, ada, product, { device: 'device-2' });
    expect([status, code]).toEqual([409, 'no-seat']);
    expect(problem?.['earliest-free-in-ms']).toBeGreaterThan(80_000);
    expect(problem?.['earliest-free-in-ms']).toBeLessThanOrEqual(90_000);
  });

  it('never gives the last seat to two, however many ask at once', async () => {
    await createLicense(test, account, everyone);
    await createLicense(test, account, everyone);
    const rivals = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        consume(test, index % 2 ? ugo : ada, product, { device: `rival-${index}` }),
      ),
    );
    const taken = rivals.filter(({ status }) => status === 201);
    expect(new Set(taken.map(({ lease }) => lease.license)).size).toBe(2);
    expect(taken).toHaveLength(2);
    expect(rivals.filter(({ code }) => code === 'no-seat')).toHaveLength(10);
  });

  it('gives everybody a seat when there are enough, however many ask at once', async () => {
    for (let index = 0; index < 8; index += 1) await createLicense(test, account, everyone);
    const all = await Promise.all(
      Array.from({ length: 8 }, (_, index) => consume(test, ugo, product, { device: `device-${index}` })),
    );
    expect(all.map(({ status }) => status)).toEqual(Array(8).fill(201));
    expect(new Set(all.map(({ lease }) => lease.license)).size).toBe(8);
  });

  it('gives a device that asks twice at once one seat', async () => {
    for (let index = 0; index < 4; index += 1) await createLicense(test, account, everyone);
    const all = await Promise.all(Array.from({ length: 6 }, () => consume(test, ugo, product)));
    expect(new Set(all.map(({ lease }) => lease.license)).size).toBe(1);
    expect(all.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 201]);
  });

  it('waits for a rival whose change is undone, instead of refusing falsely', async () => {
    const license = await createLicense(test, account, everyone);
    let waiting: ReturnType<typeof consume> | undefined;
    await inTransaction(test.services.db, 'every account', async (tx) => {
      await tx.selectFrom('licenses').select('id').where('id', '=', license.id).forUpdate().execute();
      waiting = consume(test, ugo, product);
      await new Promise((resolve) => setTimeout(resolve, 300));
      throw new Error('undone');
    }).catch(() => undefined);
    expect((await waiting)?.status).toBe(201);
  });

  it('picks what names the user, then what asks for tags, then what is for everyone', async () => {
    const tag = await test.as(ada, 'POST /iam/v1/tags', { name: 'Prepress', 'account-id': account });
    const { rn } = tag.body['item'] as unknown as { rn: string };
    await test.as(ada, `POST /iam/v1/users/${ugo.id}/tags`, { tag: rn });
    const all = await createLicense(test, account, everyone);
    const tagged = await createLicense(test, account, { kind: 'Tags', tags: [rn] });
    const named = await createLicense(test, account, { kind: 'User', user: ugo.rn });
    await createLicense(test, account, { kind: 'User', user: ada.rn });
    await createLicense(test, account, { kind: 'No one' });
    const order = [];
    for (const device of ['a', 'b', 'c', 'd']) {
      const { lease, code } = await consume(test, ugo, product, { device });
      order.push(lease?.license ?? code);
    }
    expect(order).toEqual([named.rn, tagged.rn, all.rn, 'no-seat']);
  });

  it('picks what the device held last, then what has been free the longest', async () => {
    const first = await createLicense(test, account, everyone, { 'freed-on': '2026-01-03T00:00:00Z' });
    const oldest = await createLicense(test, account, everyone, { 'freed-on': '2026-01-01T00:00:00Z' });
    const last = await createLicense(test, account, everyone, {
      'freed-on': '2026-01-02T00:00:00Z',
      'last-device-id': 'device-1',
    });
    const order = [];
    for (const device of ['device-1', 'b', 'c'])
      order.push((await consume(test, ugo, product, { device })).lease.license);
    expect(order).toEqual([last.rn, oldest.rn, first.rn]);
  });

  it('takes exactly the license that was asked for, and lets the device move to another', async () => {
    const one = await createLicense(test, account, everyone);
    const two = await createLicense(test, account, everyone);
    const first = await consume(test, ugo, product, { license: two.rn });
    expect(first.lease.license).toBe(two.rn);
    const moved = await consume(test, ugo, product, { license: one.rn });
    expect([moved.status, moved.lease.license]).toEqual([201, one.rn]);
    expect(await holderOf(two.rn)).toBeNull();
    expect((await consume(test, ada, product, { device: 'x', license: one.rn })).code).toBe('no-seat');
    expect((await consume(test, ada, product, { device: 'x', license: two.rn })).status).toBe(201);
  });
});
