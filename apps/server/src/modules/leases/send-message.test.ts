import { beforeEach, describe, expect, it } from 'vitest';
import type { Person } from '../../../test/app.ts';
import { consume, createLicense, everyone, lapse, openLeaseTest, type TestLease } from '../../../test/leases.ts';

let license: { id: string };
const here = openLeaseTest();
beforeEach(async () => {
  license = await createLicense(here.test, here.ugo.accountId, everyone);
});

const send = (person: Person | null, message: unknown = 'Lunch is ready.') =>
  here.test.as(person, `POST /license/v1/licenses/${license.id}/message`, { message });
const wait = async (lease: TestLease, seconds = 20) =>
  (await here.test.as(here.ugo, `GET /license/v1/leases/${lease.id}/wait?epoch=${lease.epoch}&timeout=${seconds}`)).body
    .items;

describe('a message to the holder of a license', () => {
  it('may be sent by users who may release the license', async () => {
    await consume(here.test, here.ugo, here.product);
    expect((await send(null)).status).toBe(401);
    expect((await send(here.ugo)).status).toBe(403);
    expect((await send(here.test.people.birchAdmin)).status).toBe(404);
    for (const message of [null, '', ' ', 7, 'a'.repeat(1001), 'bell\u0007']) {
      expect((await send(here.ada, message)).status).toBe(400);
    }
    expect((await send(here.test.people.accountAdmin)).status).toBe(200);
  });

  it('reaches a waiting client, and one between two polls, once each and in order', async () => {
    const { lease } = await consume(here.test, here.ugo, here.product);
    const waiting = wait(lease);
    expect((await send(here.ada, 'One\nline more')).status).toBe(200);
    expect(await waiting).toEqual([{ event: 'message', data: { message: 'One\nline more', by: here.ada.rn } }]);
    await send(here.ada, 'Two');
    await send(here.ada, 'Three');
    expect(await wait(lease)).toMatchObject([{ data: { message: 'Two' } }, { data: { message: 'Three' } }]);
    expect(await wait(lease, 1)).toEqual([]);
  });

  it('is refused when the license is not in use or is in offline use', async () => {
    expect((await send(here.ada)).body.errors).toEqual(['This license is not used right now.']);
    const { lease } = await consume(here.test, here.ugo, here.product);
    await lapse(here.test, license.id);
    const lapsed = await send(here.ada);
    expect([lapsed.status, lapsed.body.problems?.[0]?.code]).toEqual([409, 'not-in-use']);
    await consume(here.test, here.ugo, here.product);
    await here.test.as(here.ugo, `POST /license/v1/leases/${lease.id}/offline`, { epoch: 2, days: 1 });
    expect((await send(here.ada)).body.problems?.[0]?.code).toBe('offline');
  });
});
