import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type Person, type TestApp } from '../../../../test/app.ts';
import {
  consume,
  createLicense,
  createProduct,
  everyone,
  lapse,
  openAccount,
  setLicense,
  type TestLease,
} from '../../../../test/licensing/leases.ts';
import { inTransaction } from '../../../db/database.ts';
import { sweep } from '../../../jobs/sweep.ts';
import type { SeatState } from './seat.ts';

let test: TestApp;
let product: string;
let elsewhere: string;
beforeAll(async () => {
  test = await createTestApp();
  product = await createProduct(test);
  elsewhere = await test.createAccount('Elsewhere');
});
afterAll(() => test.close());

type Client = 0 | 1;

/** The modelled seat, which follows the protocol's text independently of the table. */
interface Model {
  state: SeatState;
  holder: Client | null;
}

/** One license, two clients, an administrator. */
interface World {
  readonly account: string;
  readonly ada: Person;
  readonly users: readonly [Person, Person];
  readonly license: { readonly id: string; readonly rn: string };
  /** The last reply to each client. */
  readonly leases: [TestLease | null, TestLease | null];
  /** The last heartbeat that was taken in each epoch of each lease, and whether a copy was refused in it. */
  readonly beats: Map<string, Beats>;
  epoch: number;
}

interface Beats {
  seq: number;
  /** Null before the first heartbeat of the epoch. */
  nonce: string | undefined | null;
  copied: boolean;
}

const epochOf = ({ id, epoch }: TestLease) => `${id} ${epoch}`;
const beatsOf = ({ beats }: World, lease: TestLease): Beats =>
  beats.get(epochOf(lease)) ?? { seq: 0, nonce: null, copied: false };

/** One step: its effect on the model, and its execution against the server. */
interface Step {
  readonly next: (model: Model) => Model;
  readonly take: (world: World) => Promise<unknown>;
}

const gone = (model: Model, holder: Client, ...states: SeatState[]): Model =>
  model.holder === holder && states.includes(model.state) ? { state: 'free', holder: null } : model;
const released = (model: Model): Model => {
  if (model.state === 'lapsed') return { state: 'free', holder: null };
  return model.state === 'active' ? { ...model, state: 'releasing' } : model;
};

/** A call about the client's last lease, if any; with the lease's own token if the session may have ended. */
const aboutLease =
  (client: Client, call: (lease: TestLease) => readonly [`${'POST' | 'DELETE'} ${string}`, object?], byToken = false) =>
  async ({ users, leases }: World) => {
    const lease = leases[client];
    if (!lease) return;
    const [route, body] = call(lease);
    const person = byToken ? { ...users[client], token: lease.token } : users[client];
    const reply = await test.as(person, route, body);
    if (reply.status === 200 && reply.body['lease']) leases[client] = reply.body['lease'] as unknown as TestLease;
  };

/** A heartbeat that follows from the last one of the epoch that was taken, by the protocol's rule. */
function beating(client: Client, following: (last: Beats) => Omit<Beats, 'copied'>) {
  return async (world: World) => {
    const lease = world.leases[client];
    if (!lease) return;
    const last = beatsOf(world, lease);
    const sent = following(last);
    const body = { epoch: lease.epoch, seq: sent.seq, nonce: sent.nonce ?? undefined };
    const reply = await test.as(world.users[client], path(lease, 'heartbeat'), body);
    const isNew = sent.seq > last.seq;
    const isSame = sent.seq === last.seq && (last.nonce === null || body.nonce === last.nonce);
    if (reply.status === 200) {
      expect(isNew || isSame, `the heartbeat ${JSON.stringify(body)} after ${JSON.stringify(last)}`).toBe(true);
      world.beats.set(epochOf(lease), { seq: sent.seq, nonce: body.nonce, copied: last.copied });
      world.leases[client] = reply.body['lease'] as unknown as TestLease;
    } else if (reply.body.problems?.[0]?.code === 'copied') {
      expect(isNew || isSame, `${JSON.stringify(body)} after ${JSON.stringify(last)}`).toBe(false);
      world.beats.set(epochOf(lease), { ...last, copied: true });
    }
  };
}

const path = ({ id }: TestLease, call: string) => `POST /license/v1/leases/${id}/${call}` as const;

const perClient = {
  consume: (client) => ({
    next(model) {
      if (model.state === 'free' || model.state === 'lapsed') return { state: 'active', holder: client };
      return model;
    },
    async take(world) {
      const { users, license, leases, beats } = world;
      const { lease } = await consume(test, users[client], product, {
        device: `device-${client}`,
        license: license.rn,
      });
      if (!lease) return;
      // A device of which a copy was refused gets a new epoch, in which its heartbeats begin again.
      expect(beatsOf(world, lease).copied).toBe(false);
      beats.delete(epochOf(lease));
      leases[client] = lease;
    },
  }),
  beat: (client) => ({
    next: (model) => model,
    take: beating(client, ({ seq }) => ({ seq: seq + 1, nonce: `${seq + 1} of one` })),
  }),
  beatAgain: (client) => ({
    next: (model) => model,
    take: beating(client, ({ seq, nonce }) => ({ seq, nonce })),
  }),
  /** A copy of the device that was as far as the other one when that one sent its heartbeat. */
  beatOfCopy: (client) => ({
    next: (model) => model,
    async take(world) {
      await perClient.beat(client).take(world);
      await beating(client, ({ seq }) => ({ seq, nonce: `${seq} of the copy` }))(world);
    },
  }),
  /** A copy of the device that was left behind. */
  beatOfOldCopy: (client) => ({
    next: (model) => model,
    async take(world) {
      await perClient.beat(client).take(world);
      await beating(client, ({ seq, nonce }) => ({ seq: Math.max(0, seq - 1), nonce }))(world);
    },
  }),
  checkIn: (client) => ({
    next: (model) => gone(model, client, 'active', 'lapsed', 'releasing'),
    take: aboutLease(client, ({ id, epoch }) => [`DELETE /license/v1/leases/${id}?epoch=${epoch}`]),
  }),
  acknowledge: (client) => ({
    next: (model) => gone(model, client, 'releasing'),
    take: aboutLease(client, (lease) => [path(lease, 'ack'), { epoch: lease.epoch }], true),
  }),
  checkOut: (client) => ({
    next: (model) => (model.state === 'active' && model.holder === client ? { ...model, state: 'offline' } : model),
    take: aboutLease(client, (lease) => [path(lease, 'offline'), { epoch: lease.epoch, days: 2 }]),
  }),
  giveBack: (client) => ({
    next: (model) => gone(model, client, 'offline'),
    take: aboutLease(client, (lease) => [path(lease, 'return'), { epoch: lease.epoch }]),
  }),
  /** Deletes and restores the user, who signs in again. */
  deleteUser: (client) => ({
    next: (model) => (model.holder === client ? released(model) : model),
    async take({ ada, users }) {
      const { id } = users[client];
      await test.as(ada, `DELETE /iam/v1/users/${id}`);
      await test.as(ada, `POST /iam/v1/users/${id}/restore`);
      await everywhere((tx) =>
        tx.updateTable('sessions').set({ 'ended-on': null }).where('user-id', '=', id).execute(),
      );
    },
  }),
} satisfies Record<string, (client: Client) => Step>;

const others = {
  release: {
    next: released,
    take: ({ ada, license }) => test.as(ada, `POST /license/v1/licenses/${license.id}/unassign`, {}),
  },
  freeNow: {
    next: () => ({ state: 'free', holder: null }),
    take: ({ ada, license }) => test.as(ada, `POST /license/v1/licenses/${license.id}/unassign`, { mode: 'now' }),
  },
  timeOut: {
    next(model) {
      if (model.state === 'active') return { ...model, state: 'lapsed' };
      return model.state === 'lapsed' ? model : { state: 'free', holder: null };
    },
    async take({ license }) {
      await lapse(test, license.id);
      await sweep(test.services);
    },
  },
  /** Ends the license's term and renews it. */
  expire: {
    next: (model) => (model.state === 'active' ? { ...model, state: 'releasing' } : model),
    async take({ license }) {
      const past = sql<Date>`now() - interval '1 second'` as never;
      await setLicense(test, license.id, { 'expiry-perpetual': false, 'expiry-date': past });
      await sweep(test.services);
      await setLicense(test, license.id, { 'expiry-perpetual': true, 'expiry-date': null });
    },
  },
  suspend: {
    next: released,
    async take({ license }) {
      for (const status of ['Suspended', 'Active'])
        await test.as(test.people.root, `PUT /license/v1/licenses/${license.id}/status`, { status });
    },
  },
  /** Moves the license to another account and back, which is refused while the seat is reserved. */
  move: {
    next: (model) => (model.state === 'lapsed' ? { state: 'free', holder: null } : model),
    async take({ account, license }) {
      const policies = await everywhere((tx) =>
        tx.selectFrom('licenses').select('policies').where('id', '=', license.id).executeTakeFirstOrThrow(),
      );
      for (const target of [elsewhere, account])
        await test.as(test.people.root, `PUT /license/v1/licenses/${license.id}/account`, { 'account-id': target });
      await setLicense(test, license.id, { policies: JSON.stringify(policies.policies) });
    },
  },
} satisfies Record<string, Step>;

const everywhere = <Result>(work: Parameters<typeof inTransaction<Result>>[2]) =>
  inTransaction(test.services.db, 'every account', work);

async function look(world: World): Promise<Model> {
  const row = await everywhere((tx) =>
    tx
      .selectFrom('licenses')
      .selectAll()
      .select(sql<boolean>`coalesce("expires-at" <= now(), false)`.as('over'))
      .select(
        sql<number>`(select count(*)::int from "license-uses" where "license-id" = licenses.id and "ended-on" is null)`.as(
          'uses',
        ),
      )
      .where('id', '=', world.license.id)
      .executeTakeFirstOrThrow(),
  );
  const state = row['lease-state'] === 'active' && row.over ? 'lapsed' : row['lease-state'];
  const holder = world.users.findIndex(({ id }) => id === row['holder-id']);
  // A use is open exactly while the seat is in use, and the epoch never decreases.
  expect(row.uses).toBe(state === 'active' || state === 'offline' ? 1 : 0);
  expect(row.epoch).toBeGreaterThanOrEqual(world.epoch);
  world.epoch = row.epoch;
  return { state, holder: holder < 0 ? null : (holder as Client) };
}

const client = fc.constantFrom<Client[]>(0, 1);
const step: fc.Arbitrary<readonly [string, Step]> = fc.oneof(
  { weight: 3, arbitrary: client.map((one) => [`consume(${one})`, perClient.consume(one)] as const) },
  { weight: 2, arbitrary: client.map((one) => [`beatOfCopy(${one})`, perClient.beatOfCopy(one)] as const) },
  {
    weight: 6,
    arbitrary: fc
      .tuple(fc.constantFrom(...(Object.keys(perClient) as (keyof typeof perClient)[])), client)
      .map(([name, one]) => [`${name}(${one})`, perClient[name](one)] as const),
  },
  {
    weight: 5,
    arbitrary: fc
      .constantFrom(...(Object.keys(others) as (keyof typeof others)[]))
      .map((name) => [name, others[name]] as const),
  },
);

type Command = fc.AsyncCommand<Model, World>;

/** Steps one after the other. */
const alone = step.map(
  ([name, { next, take }]): Command => ({
    check: () => true,
    async run(model, world) {
      const expected = next({ ...model });
      await take(world);
      expect(await look(world)).toEqual(expected);
      Object.assign(model, expected);
    },
    toString: () => name,
  }),
);

/** Concurrent steps of both clients: the result must equal that of one of the two sequential orders. */
const atOnce = fc
  .tuple(
    fc.constantFrom<(keyof typeof perClient)[]>(
      'consume',
      'beat',
      'beatOfCopy',
      'checkIn',
      'acknowledge',
      'checkOut',
      'giveBack',
    ),
    fc.constantFrom<(keyof typeof perClient)[]>(
      'consume',
      'beat',
      'beatOfCopy',
      'checkIn',
      'acknowledge',
      'checkOut',
      'giveBack',
    ),
  )
  .map(
    ([one, other]): Command => ({
      check: () => true,
      async run(model, world) {
        const first = perClient[one](0);
        const second = perClient[other](1);
        const orders = [second.next(first.next({ ...model })), first.next(second.next({ ...model }))];
        await Promise.all([first.take(world), second.take(world)]);
        const found = await look(world);
        expect(orders).toContainEqual(found);
        Object.assign(model, found);
      },
      toString: () => `${one}(0) with ${other}(1)`,
    }),
  );

it('follows the protocol’s states under random actions of two clients, administrators and time', async () => {
  const commands = fc.commands([alone, alone, atOnce], { maxCommands: 30, size: 'max' });
  await fc.assert(
    fc.asyncProperty(commands, async (sequence) => {
      const { account, ada, ugo } = await openAccount(test);
      const bo = await test.createPerson(account, 'Bo', null);
      const license = await createLicense(test, account, everyone);
      const world: World = {
        account,
        ada,
        users: [ugo, bo],
        license,
        leases: [null, null],
        beats: new Map(),
        epoch: 0,
      };
      await fc.asyncModelRun(
        () => ({ model: { state: 'free' as SeatState, holder: null as Client | null }, real: world }),
        sequence,
      );
    }),
    { numRuns: 15 },
  );
});
