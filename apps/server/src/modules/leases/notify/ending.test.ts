import type { AddressInfo } from 'node:net';
import { createKeyhold } from '@keyhold/sdk';
import { expect, it, vi } from 'vitest';
import { soon } from '../../../../../../test/soon.ts';
import {
  consume,
  consumeBody,
  createLicense,
  everyone,
  openLeaseTest,
  setLicense,
} from '../../../../test/licensing/leases.ts';
import { createLeaseFollower, type LeaseEvent } from './lease-follower.ts';
import type { LeaseStateRow } from './lease-watch.sql.ts';

const here = openLeaseTest();
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const ends = (days: number, grace = 0) => ({
  'expiry-perpetual': false,
  'expiry-date': inDays(days),
  'grace-days': grace,
});

async function poll(lease: string, query: string): Promise<LeaseEvent[]> {
  const reply = await here.test.as(here.ugo, `GET /license/v1/leases/${lease}/wait?timeout=1&${query}`);
  expect(reply.status).toBe(200);
  return reply.body.items as unknown as LeaseEvent[];
}

const row: LeaseStateRow = {
  ...{ 'lease-id': 'l', 'lease-state': 'active', epoch: 1, alive: true },
  ...{ 'release-reason': null, 'release-message': null, 'release-by': null },
  ...{ 'ends-on': new Date('2030-01-31T23:59:59.999Z'), 'grace-days': 7, today: '2030-01-02' },
};

it('an end is sent after the state, once a day and after its change, until the seat is released', () => {
  const sent: [string, unknown][] = [];
  const send = ({ event, data }: LeaseEvent) => void sent.push([event, data]);
  const follower = createLeaseFollower({ lease: 'l', session: 's', send, end: () => undefined });
  const ending = { on: '2030-01-31T23:59:59.999Z', 'grace-until': '2030-02-07T23:59:59.999Z' };
  follower.see(row);
  follower.see(row);
  const state = ['state', { state: 'active', epoch: 1 }];
  expect(sent.splice(0)).toEqual([state, ['ending', ending]]);
  follower.see({ ...row, today: '2030-01-03' });
  expect(sent.splice(0)).toEqual([['ending', ending]]);
  follower.see({ ...row, today: '2030-01-03', 'grace-days': 0 });
  expect(sent.splice(0)).toEqual([['ending', { ...ending, 'grace-until': null }]]);
  follower.see({ ...row, today: '2030-01-04', 'ends-on': null });
  follower.see({ ...row, today: '2030-01-05', 'lease-state': 'releasing' });
  expect(sent.map(([event]) => event)).toEqual(['released']);
});

it('a long poll returns an end with the state, and then once a day to callers who say what they have received', async () => {
  const license = await createLicense(here.test, here.account, everyone, ends(29, 3));
  const { lease } = await consume(here.test, here.ugo, here.product);
  const data = { on: expect.any(String), 'grace-until': expect.any(String) };
  const ending = { event: 'ending', data, id: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) };
  expect(await poll(lease.id, 'epoch=0')).toMatchObject([{ event: 'state' }, ending]);
  expect(await poll(lease.id, 'epoch=1')).toEqual([]);
  const [told] = await poll(lease.id, 'epoch=1&ending=none');
  expect(told).toEqual(ending);
  expect(await poll(lease.id, `epoch=1&ending=${told?.id}`)).toEqual([]);
  await setLicense(here.test, license.id, ends(31));
  expect(await poll(lease.id, 'epoch=1&ending=none')).toEqual([]);
});

it('an application learns of an end that is set while it runs', async () => {
  await here.test.app.listen({ port: 0, host: '127.0.0.1' });
  const url = `http://127.0.0.1:${(here.test.app.server.address() as AddressInfo).port}`;
  const { id } = await createLicense(here.test, here.account, everyone);
  const { client, device } = consumeBody(here.product);
  const lease = await createKeyhold({ baseUrl: url, token: here.ugo.token }).consume({
    product: here.product,
    client,
    device,
  });
  const heard: unknown[] = [];
  lease.on('ending', (ending) => void heard.push(ending));
  const expiry = { perpetual: false, date: inDays(3), period: null };
  const terms = (body: object) =>
    here.test.as(here.test.people.system, `PUT /license/v1/licenses/${id}/terms`, { expiry, ...body });
  expect((await terms({})).status).toBe(200);
  await vi.waitFor(() => expect(heard).toEqual([{ on: expiry.date, graceUntil: null }]), soon);
  expect((await terms({ 'grace-days': 2 })).status).toBe(200);
  await vi.waitFor(
    () => expect(heard).toEqual([expect.anything(), { on: expiry.date, graceUntil: expect.any(String) }]),
    soon,
  );
  await lease.release();
  here.test.services.streams.close();
});
