import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type Person, type TestApp } from '../../../test/app.ts';
import {
  consume,
  createLicense,
  createProduct,
  everyone,
  lapse,
  openAccount,
  type TestLease,
} from '../../../test/leases.ts';

let test: TestApp;
let product: string;
let ada: Person;
let ugo: Person;
let license: { id: string };

beforeAll(async () => {
  test = await createTestApp();
  product = await createProduct(test);
});
afterAll(() => test.close());
beforeEach(async () => {
  ({ ada, ugo } = await openAccount(test));
  license = await createLicense(test, ugo.accountId, everyone);
});

const send = (person: Person | null, message: unknown = 'Lunch is ready.') =>
  test.as(person, `POST /license/v1/licenses/${license.id}/message`, { message });
const wait = async (lease: TestLease, seconds = 20) =>
  (await test.as(ugo, `GET /license/v1/leases/${lease.id}/wait?epoch=${lease.epoch}&timeout=${seconds}`)).body.items;

describe('a message to the holder of a license', () => {
  it('is sent by who may release the license', async () => {
    await consume(test, ugo, product);
    expect((await send(null)).status).toBe(401);
    expect((await send(ugo)).status).toBe(403);
    expect((await send(test.people.birchAdmin)).status).toBe(404);
    for (const message of [null, '', ' ', 7, 'a'.repeat(1001), 'bell\u0007']) {
      expect((await send(ada, message)).status).toBe(400);
    }
    expect((await send(test.people.accountAdmin)).status).toBe(200);
  });

  it('reaches who waits, and who was between two questions, once each and in order', async () => {
    const { lease } = await consume(test, ugo, product);
    const waiting = wait(lease);
    expect((await send(ada, 'One\nline more')).status).toBe(200);
    expect(await waiting).toEqual([{ event: 'message', data: { message: 'One\nline more', by: ada.rn } }]);
    await send(ada, 'Two');
    await send(ada, 'Three');
    expect(await wait(lease)).toMatchObject([{ data: { message: 'Two' } }, { data: { message: 'Three' } }]);
    expect(await wait(lease, 1)).toEqual([]);
  });

  it('needs somebody who can be reached', async () => {
    expect((await send(ada)).body.errors).toEqual(['This license is not used right now.']);
    const { lease } = await consume(test, ugo, product);
    await lapse(test, license.id);
    const lapsed = await send(ada);
    expect([lapsed.status, lapsed.body.problems?.[0]?.code]).toEqual([409, 'not-in-use']);
    await consume(test, ugo, product);
    await test.as(ugo, `POST /license/v1/leases/${lease.id}/offline`, { epoch: 2, days: 1 });
    expect((await send(ada)).body.problems?.[0]?.code).toBe('offline');
  });
});
