import { beforeEach, describe, expect, it } from 'vitest';
import type { Person } from '../../../../test/app.ts';
import {
  consume,
  createLicense,
  everyone,
  lapse,
  openLeaseTest,
  type TestLease,
} from '../../../../test/licensing/leases.ts';

let license: { id: string };
const here = openLeaseTest();
beforeEach(async () => {
  license = await createLicense(here.test, here.ugo.accountId, everyone);
});

const send = (person: Person | null, message: unknown = 'Lunch is ready.') =>
  here.test.as(person, `POST /license/v1/licenses/${license.id}/message`, { message });
const wait = async ({ id, epoch }: TestLease, seconds = 20, lastEventId?: string) => {
  const path = `GET /license/v1/leases/${id}/wait?epoch=${epoch}&timeout=${seconds}` as const;
  const headers = lastEventId === undefined ? {} : { 'last-event-id': lastEventId };
  return (await here.test.as(here.ugo, path, undefined, headers)).body.items as unknown as {
    event: string;
    id: string;
    data: { message: string };
  }[];
};
const acknowledge = (lease: TestLease, mid: string, person = here.ugo) =>
  here.test.as(person, `POST /license/v1/leases/${lease.id}/messages/${mid}/ack`);
const textsOf = (items: { data: { message: string } }[]) => items.map(({ data }) => data.message);

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

  it('reaches a waiting client, and one between two polls, in order and until it is acknowledged', async () => {
    const { lease } = await consume(here.test, here.ugo, here.product);
    const waiting = wait(lease);
    expect((await send(here.ada, 'One\nline more')).status).toBe(200);
    const [one] = await waiting;
    expect(one).toEqual({
      event: 'message',
      id: expect.stringMatching(/^[\da-f-]{36}$/),
      data: { message: 'One\nline more', by: here.ada.rn },
    });
    expect(await wait(lease)).toEqual([one]);
    expect((await acknowledge(lease, one?.id ?? '')).status).toBe(200);
    expect((await acknowledge(lease, one?.id ?? '')).status).toBe(200);
    await send(here.ada, 'Two');
    await send(here.ada, 'Three');
    expect(textsOf(await wait(lease))).toEqual(['Two', 'Three']);
    const [two, three] = await wait(lease);
    await acknowledge(lease, three?.id ?? '');
    expect(await wait(lease)).toEqual([two]);
    await acknowledge(lease, two?.id ?? '');
    expect(await wait(lease, 1)).toEqual([]);
  });

  it('is acknowledged with the earlier ones by the Last-Event-ID of the next poll', async () => {
    const { lease } = await consume(here.test, here.ugo, here.product);
    for (const message of ['One', 'Two', 'Three']) await send(here.ada, message);
    const [, two] = await wait(lease);
    expect(textsOf(await wait(lease, 20, 'nonsense'))).toEqual(['One', 'Two', 'Three']);
    expect(textsOf(await wait(lease, 20, two?.id))).toEqual(['Three']);
    expect(textsOf(await wait(lease))).toEqual(['Three']);
  });

  it('is not acknowledged by another user, nor for another lease', async () => {
    const { lease } = await consume(here.test, here.ugo, here.product);
    await send(here.ada, 'One');
    const [one] = await wait(lease);
    for (const person of [here.ada, here.test.people.birchUser])
      expect((await acknowledge(lease, one?.id ?? '', person)).status).toBe(404);
    const other = await createLicense(here.test, here.ugo.accountId, everyone);
    const { lease: second } = await consume(here.test, here.ugo, here.product, { device: 'b', license: other.rn });
    await acknowledge(second, one?.id ?? '');
    await wait(second, 1, one?.id);
    expect(await wait(lease)).toEqual([one]);
    expect((await acknowledge(lease, 'nonsense')).status).toBe(404);
  });

  it('ends with its lease, and goes on with a lease that is resumed', async () => {
    const { lease } = await consume(here.test, here.ugo, here.product);
    await send(here.ada, 'One');
    await lapse(here.test, license.id);
    const { lease: resumed } = await consume(here.test, here.ugo, here.product, { stream: 'run-2' });
    expect([resumed.id, textsOf(await wait(resumed))]).toEqual([lease.id, ['One']]);
    await here.test.as(here.ugo, `DELETE /license/v1/leases/${lease.id}?epoch=${resumed.epoch}`);
    const { lease: next } = await consume(here.test, here.ugo, here.product);
    expect(await wait(next, 1)).toEqual([]);
  });

  it('is refused while 100 wait for the device', async () => {
    const { lease } = await consume(here.test, here.ugo, here.product);
    for (let sent = 0; sent < 100; sent += 1) expect((await send(here.ada, `Message ${sent}`)).status).toBe(200);
    const refused = await send(here.ada);
    expect([refused.status, refused.body.problems?.[0]?.code]).toEqual([409, 'too-many-messages']);
    const items = await wait(lease);
    expect(textsOf(items)).toEqual(Array.from({ length: 100 }, (_, sent) => `Message ${sent}`));
    await acknowledge(lease, items[0]?.id ?? '');
    expect((await send(here.ada)).status).toBe(200);
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
