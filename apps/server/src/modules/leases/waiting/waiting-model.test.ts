import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type Person, type TestApp } from '../../../../test/app.ts';
import { consumeBody, createLicense, createProduct, openAccount, type TestLease } from '../../../../test/leases.ts';
import type { TestPlace } from '../../../../test/waiting.ts';
import { inTransaction } from '../../../db/database.ts';
import { sweep } from '../../../jobs/sweep.ts';

let test: TestApp;
let product: string;
beforeAll(async () => {
  test = await createTestApp();
  product = await createProduct(test);
});
afterAll(() => test.close());

type Client = 0 | 1 | 2;
const clients: readonly Client[] = [0, 1, 2];

/** A seat in the model: who has it, and how. */
type Seat = null | { readonly as: 'holder' | 'leaving' | 'offered'; readonly client: Client };

interface Model {
  seats: Seat[];
  /** Who waits, with the class and the order of arrival. */
  line: { client: Client; class: number; since: number }[];
  tagged: Set<Client>;
  /** The seat of each client's newest lease. */
  newest: (number | undefined)[];
  clock: number;
}

interface World {
  readonly account: string;
  readonly ada: Person;
  readonly users: readonly Person[];
  readonly tag: string;
  readonly licenses: readonly { readonly id: string; readonly rn: string }[];
  readonly leases: (TestLease | undefined)[];
  readonly places: (TestPlace | undefined)[];
}

const is = (seat: Seat, as: string, client: Client) => seat?.as === as && seat.client === client;
const indexOf = (model: Model, as: string, client: Client) => model.seats.findIndex((seat) => is(seat, as, client));
const waits = (model: Model, client: Client) => model.line.some((one) => one.client === client);
const inOrder = (model: Model) => model.line.toSorted((a, b) => a.class - b.class || a.since - b.since);

/** Free seats go to the first who waits without an offer. */
function settle(model: Model) {
  for (const { client } of inOrder(model)) {
    const free = model.seats.indexOf(null);
    if (free < 0) return;
    if (indexOf(model, 'offered', client) < 0) model.seats[free] = { as: 'offered', client };
  }
}
function leaveLine(model: Model, client: Client) {
  model.line = model.line.filter((one) => one.client !== client);
  const offered = indexOf(model, 'offered', client);
  if (offered >= 0) model.seats[offered] = null;
}

interface Step {
  readonly change: (model: Model) => void;
  readonly take: (world: World) => Promise<unknown>;
}

const everywhere = <Result>(work: Parameters<typeof inTransaction<Result>>[2]) =>
  inTransaction(test.services.db, 'every account', work);
const inLicenses = ({ account }: World, columns: string, where = 'true') =>
  everywhere((tx) =>
    sql`update licenses set ${sql.raw(columns)} where "account-id" = ${account} and ${sql.raw(where)}`.execute(tx),
  );

async function request(world: World, client: Client, more: object) {
  const user = world.users[client] as Person;
  const body = { ...consumeBody(product, { device: `device-${client}`, stream: `run-${client}` }), ...more };
  const { body: reply } = await test.as(user, 'POST /license/v1/leases', body);
  if (reply['lease']) world.leases[client] = reply['lease'] as unknown as TestLease;
  if (reply['waiting']) world.places[client] = reply['waiting'] as unknown as TestPlace;
}

function hold(model: Model, seat: number, client: Client) {
  model.seats[seat] = { as: 'holder', client };
  model.newest[client] = seat;
}

/** Consuming without a place: the holder resumes, others get a free seat. */
function consume(model: Model, client: Client, otherwise: () => void) {
  if (!model.tagged.has(client) || indexOf(model, 'holder', client) >= 0 || waits(model, client)) return;
  const free = model.seats.indexOf(null);
  if (free >= 0) hold(model, free, client);
  else otherwise();
}

const perClient = {
  consume: (client) => ({
    change: (model) => consume(model, client, () => undefined),
    take: (world) => request(world, client, {}),
  }),
  wait: (client) => ({
    change: (model) =>
      consume(model, client, () => {
        model.clock += 1;
        model.line.push({ client, class: 2, since: model.clock });
      }),
    take: (world) => request(world, client, { wait: true }),
  }),
  takeOffer: (client) => ({
    change(model) {
      const offered = indexOf(model, 'offered', client);
      if (offered < 0) return;
      leaveLine(model, client);
      hold(model, offered, client);
    },
    take: (world) => request(world, client, { waiting: world.places[client]?.id ?? crypto.randomUUID() }),
  }),
  leave: (client) => ({
    change: (model) => leaveLine(model, client),
    take: (world) =>
      test.as(world.users[client] as Person, `DELETE /license/v1/waiting/${world.places[client]?.id ?? 'none'}`),
  }),
  sendAway: (client) => ({
    change: (model) => leaveLine(model, client),
    take: (world) => test.as(world.ada, `DELETE /license/v1/waiting/${world.places[client]?.id ?? 'none'}`),
  }),
  ask: (client) => ({
    change: () => undefined,
    take: (world) =>
      test.as(world.users[client] as Person, `POST /license/v1/waiting/${world.places[client]?.id ?? 'none'}/ask`, {
        message: 'Soon?',
      }),
  }),
  raise: (client) => ({
    change(model) {
      for (const one of model.line) if (one.client === client) one.class = 1;
    },
    take: (world) => test.as(world.ada, `PUT /license/v1/waiting/${world.places[client]?.id ?? 'none'}`, { class: 1 }),
  }),
  checkIn: (client) => ({
    change(model) {
      const seat = model.newest[client];
      if (seat !== undefined && model.seats[seat]?.client === client && model.seats[seat]?.as !== 'offered')
        model.seats[seat] = null;
      model.newest[client] = undefined;
    },
    async take(world) {
      const { leases, users } = world;
      const lease = leases[client];
      if (!lease) return;
      const { id, epoch } = lease;
      await test.as(users[client] as Person, `DELETE /license/v1/leases/${id}?epoch=${epoch}`);
    },
  }),
  /** The user loses the right to both licenses, and a place in line with it. */
  untag: (client) => ({
    change(model) {
      model.tagged.delete(client);
      leaveLine(model, client);
      const held = indexOf(model, 'holder', client);
      if (held >= 0) model.seats[held] = { as: 'leaving', client };
    },
    take: ({ ada, users, tag }) =>
      test.as(ada, `DELETE /iam/v1/users/${users[client]?.id}/tags/${tag.split(':').at(-1)}`),
  }),
  tag: (client) => ({
    change: (model) => void model.tagged.add(client),
    take: ({ ada, users, tag }) => test.as(ada, `POST /iam/v1/users/${users[client]?.id}/tags`, { tag }),
  }),
} satisfies Record<string, (client: Client) => Step>;

const others = {
  /** Every lease and release runs out, and the sweep notices it. */
  timeOut: {
    change: (model) => {
      model.seats = model.seats.map((seat) => (seat?.as === 'offered' ? seat : null));
    },
    async take(world) {
      await inLicenses(world, `"expires-at" = now() - interval '1 second'`, `"expires-at" is not null`);
      await sweep(test.services);
    },
  },
  missOffers: {
    change(model) {
      for (const client of clients) if (indexOf(model, 'offered', client) >= 0) leaveLine(model, client);
    },
    async take(world) {
      await inLicenses(world, `"offered-until" = now()`, `"offered-to" is not null`);
      await sweep(test.services);
    },
  },
  release: {
    change: (model) => {
      model.seats = model.seats.map((seat) => (seat?.as === 'holder' ? { ...seat, as: 'leaving' } : seat));
    },
    async take({ ada, licenses }) {
      for (const { id } of licenses) await test.as(ada, `POST /license/v1/licenses/${id}/unassign`, {});
    },
  },
  /** Suspends and resumes both licenses one after the other. An offer ends with the first, and is made again. */
  suspend: {
    change(model) {
      model.seats = model.seats.map((seat) => (seat?.as === 'holder' ? { ...seat, as: 'leaving' } : seat));
      model.seats = model.seats.map((seat) => (seat?.as === 'offered' ? null : seat));
    },
    async take(world) {
      await suspendAll(world);
    },
  },
} satisfies Record<string, Step>;

/** Suspends one license at a time, so that the other keeps the places alive. */
async function suspendAll({ licenses }: World) {
  for (const { id } of licenses) {
    for (const status of ['Suspended', 'Active'])
      await test.as(test.people.root, `PUT /license/v1/licenses/${id}/status`, { status });
  }
  await sweep(test.services);
}

async function look(world: World) {
  const { rows } = await everywhere((tx) =>
    sql<{ state: string; over: boolean; holder: string | null; waiter: string | null }>`
select "lease-state" as state, coalesce("expires-at" <= now(), false) as over, "holder-id" as holder,
  (select "user-id" from waiters where id = "offered-to") as waiter
from licenses where "account-id" = ${world.account} order by id`.execute(tx),
  );
  const clientOf = (id: string | null) => world.users.findIndex((user) => user.id === id) as Client;
  const seats = rows.map(({ state, over, holder, waiter }): Seat => {
    if (waiter !== null) return { as: 'offered', client: clientOf(waiter) };
    if (state === 'free' || over) return null;
    return { as: state === 'active' ? 'holder' : 'leaving', client: clientOf(holder) };
  });
  const { body } = await test.as(world.ada, `GET /license/v1/waiting?product=${product}`);
  const items = body['items'] as unknown as { user: string; place: number }[];
  return {
    seats: seats.map(text).sort(),
    line: items.map(({ user }) => world.users.findIndex(({ rn }) => rn === user)),
  };
}

const text = (seat: Seat) => (seat === null ? 'free' : `${seat.as} ${seat.client}`);

const client = fc.constantFrom(...clients);
const step = fc.oneof(
  { weight: 3, arbitrary: client.map((one) => [`wait(${one})`, perClient.wait(one)] as const) },
  { weight: 3, arbitrary: client.map((one) => [`checkIn(${one})`, perClient.checkIn(one)] as const) },
  { weight: 3, arbitrary: client.map((one) => [`takeOffer(${one})`, perClient.takeOffer(one)] as const) },
  {
    weight: 8,
    arbitrary: fc
      .tuple(fc.constantFrom(...(Object.keys(perClient) as (keyof typeof perClient)[])), client)
      .map(([name, one]) => [`${name}(${one})`, perClient[name](one)] as const),
  },
  {
    weight: 4,
    arbitrary: fc
      .constantFrom(...(Object.keys(others) as (keyof typeof others)[]))
      .map((name) => [name, others[name]] as const),
  },
);

const command = step.map(
  ([name, { change, take }]: readonly [string, Step]): fc.AsyncCommand<Model, World> => ({
    check: () => true,
    async run(model, world) {
      change(model);
      settle(model);
      await take(world);
      const seen = await look(world);
      expect(seen).toEqual({
        seats: model.seats.map(text).sort(),
        line: inOrder(model).map((one) => one.client),
      });
    },
    toString: () => name,
  }),
);

it('gives the seats in order under random actions of three clients, administrators and time', async () => {
  await fc.assert(
    fc.asyncProperty(fc.commands([command], { maxCommands: 25, size: 'max' }), async (sequence) => {
      const { account, ada, ugo } = await openAccount(test);
      const users = [ugo, await test.createPerson(account, 'Bo', null), await test.createPerson(account, 'Cy', null)];
      const tag = (await test.as(ada, 'POST /iam/v1/tags', { name: 'May', 'account-id': account })).body.item.rn;
      for (const { id } of users) await test.as(ada, `POST /iam/v1/users/${id}/tags`, { tag });
      const consumers = { kind: 'Tags', tags: [tag] } as const;
      const licenses = [await createLicense(test, account, consumers), await createLicense(test, account, consumers)];
      const world: World = { account, ada, users, tag, licenses, leases: [], places: [] };
      await fc.asyncModelRun(
        () => ({
          model: { seats: [null, null], line: [], tagged: new Set(clients), newest: [], clock: 0 },
          real: world,
        }),
        sequence,
      );
    }),
    { numRuns: 10 },
  );
});
