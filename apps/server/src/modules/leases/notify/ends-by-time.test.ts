import { parseRn } from '@keyhold/contract';
import { afterEach, expect, it, vi } from 'vitest';
import { soon } from '../../../../../../test/soon.ts';
import type { Person } from '../../../../test/app.ts';
import { consume, createLicense, everyone, openLeaseTest, type TestLease } from '../../../../test/licensing/leases.ts';
import { inTransaction } from '../../../db/database.ts';
import type { LeaseEvent } from './lease-follower.ts';

const here = openLeaseTest();
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

interface Held {
  readonly holder: Person;
  readonly lease: TestLease;
}

/** Consumes a license with some terms. */
async function hold(terms: Parameters<typeof createLicense>[3] = {}): Promise<Held> {
  await createLicense(here.test, here.account, everyone, terms);
  return { holder: here.ugo, lease: (await consume(here.test, here.ugo, here.product)).lease };
}

/** Consumes a seat that was lent to a pool until a time far away. */
async function holdLent(): Promise<Held & { readonly pool: string }> {
  const { rn } = await createLicense(here.test, here.account, { kind: 'No one' });
  const body = { 'account-id': here.account, name: 'Pool', product: here.product, licenses: [rn] };
  const made = await here.test.as(here.ada, 'POST /license/v1/pools', { ...body, consumers: { kind: 'everyone' } });
  const pool = parseRn(made.body.item.rn).resourceId;
  await lend(pool, inDays(90));
  await consume(here.test, here.ugo, here.product);
  return { holder: here.ada, lease: (await consume(here.test, here.ada, here.product)).lease, pool };
}

async function lend(pool: string, until: string): Promise<void> {
  const body = { seats: 1, until };
  expect((await here.test.as(here.test.people.root, `PUT /license/v1/pools/${pool}/overdraft`, body)).status).toBe(200);
}

/** Follows a lease, as its stream does; the events until now are read. */
async function follow({ holder, lease }: Held): Promise<LeaseEvent[]> {
  const heard: LeaseEvent[] = [];
  const send = (event: LeaseEvent) => void heard.push(event);
  const session = await sessionOf(holder);
  leave.push(await here.test.services.leaseWatch.follow({ lease: lease.id, session, send, end: () => undefined }));
  return heard;
}

/** The end of a session would be another reason to read the lease's state. */
async function sessionOf({ id }: Person): Promise<string> {
  const session = await inTransaction(here.test.services.db, 'every account', (tx) =>
    tx.selectFrom('sessions').select('id').where('user-id', '=', id).executeTakeFirstOrThrow(),
  );
  return session.id;
}

const leave: (() => void)[] = [];
afterEach(() => {
  for (const each of leave.splice(0)) each();
});

const key = ({ lease }: Held) => parseRn(lease.license).resourceId;
const asStaff = async (request: `PUT ${string}` | `POST ${string}`, body: object): Promise<void> => {
  expect((await here.test.as(here.test.people.system, request, body)).status).toBe(200);
};

it.each<[way: string, held: () => Promise<Held>]>([
  ['a date', () => hold({ 'expiry-perpetual': false, 'expiry-date': inDays(20) })],
  ['a date with days of grace', () => hold({ 'expiry-perpetual': false, 'expiry-date': inDays(-1), 'grace-days': 9 })],
  ['days from the first use', () => hold({ 'expiry-perpetual': false, 'expiry-period': 2 })],
])(
  '%s: a run of the application learns of the end with its state, which is more than a day ahead',
  async (_way, held) => {
    const heard = await follow(await held());
    expect(heard.map(({ event }) => event)).toEqual(['state', 'ending']);
    const { on, 'grace-until': until } = heard[1]?.data ?? {};
    expect(Date.parse(String(until ?? on))).toBeGreaterThan(Date.now() + 86_400_000);
  },
);

const end = inDays(3);
const expiry = { perpetual: false, date: end, period: null };

it.each<[way: string, held: () => Promise<Held>, change: (held: Held) => Promise<void>, on?: string]>([
  ['terms', hold, (held) => asStaff(`PUT /license/v1/licenses/${key(held)}/terms`, { expiry })],
  [
    'terms of many',
    hold,
    (held) => asStaff('POST /license/v1/licenses/bulk/terms', { 'account-id': here.account, ids: [key(held)], expiry }),
  ],
  ['a pool’s seats beyond its own', holdLent, (held) => lend((held as Awaited<ReturnType<typeof holdLent>>).pool, end)],
])('%s: a running application learns at once of an end that is set', async (_way, held, change) => {
  const holding = await held();
  const heard = await follow(holding);
  expect(heard.map(({ event }) => event)).toEqual(['state']);
  await change(holding);
  await vi.waitFor(
    () => expect(heard.slice(1)).toMatchObject([{ event: 'ending', data: { on: end, 'grace-until': null } }]),
    soon,
  );
});
