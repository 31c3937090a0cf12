import { parseRn } from '@keyhold/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type Person, type TestApp } from '../../../../test/app.ts';
import { createProduct, openAccount } from '../../../../test/licensing/leases.ts';
import { createPool } from '../../../../test/licensing/waiting.ts';
import {
  type Client,
  clients,
  consume,
  createModel,
  hold,
  indexOf,
  inLicenses,
  leaveLine,
  look,
  looked,
  type Model,
  release,
  releaseAll,
  releaseIdle,
  request,
  settle,
  type World,
} from '../../../../test/licensing/waiting-model.ts';
import { sweep } from '../../../jobs/sweep.ts';

let test: TestApp;
let product: string;
beforeAll(async () => {
  test = await createTestApp();
  product = await createProduct(test);
});
afterAll(() => test.close());

/** A change of the model, and the same of the server; `before` is the model before it. */
interface Step {
  readonly change: (model: Model) => void;
  readonly take: (world: World, before: Model) => Promise<unknown>;
}

const placeOf = ({ places }: World, client: Client) => places[client]?.id ?? crypto.randomUUID();
const userOf = ({ users }: World, client: Client) => users[client] as Person;

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
        releaseIdle(model);
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
    take: (world) => request(world, client, { waiting: placeOf(world, client) }),
  }),
  /** Declines an offer, or gives up. */
  leave: (client) => ({
    change: (model) => leaveLine(model, client),
    take: (world) => test.as(userOf(world, client), `DELETE /license/v1/waiting/${placeOf(world, client)}`),
  }),
  sendAway: (client) => ({
    change: (model) => leaveLine(model, client),
    take: (world) => test.as(world.ada, `DELETE /license/v1/waiting/${placeOf(world, client)}`),
  }),
  ask: (client) => ({
    change: () => undefined,
    take: (world) =>
      test.as(userOf(world, client), `POST /license/v1/waiting/${placeOf(world, client)}/ask`, { message: 'Soon?' }),
  }),
  raise: (client) => ({
    change(model) {
      for (const one of model.line) if (one.client === client) one.class = 1;
    },
    take: (world) => test.as(world.ada, `PUT /license/v1/waiting/${placeOf(world, client)}`, { class: 1 }),
  }),
  checkIn: (client) => ({
    change(model) {
      if (model.gone.has(client)) return;
      const seat = model.newest[client];
      if (seat !== undefined && model.seats[seat]?.client === client && model.seats[seat]?.as !== 'offered')
        model.seats[seat] = null;
      model.newest[client] = undefined;
    },
    async take(world, before) {
      const lease = world.leases[client];
      if (!lease || before.gone.has(client)) return;
      await test.as(userOf(world, client), `DELETE /license/v1/leases/${lease.id}?epoch=${lease.epoch}`);
    },
  }),
  /** The user has been away, longer than everybody else so far, and the sweep notices. */
  idle: (client) => ({
    change(model) {
      const held = indexOf(model, 'holder', client);
      model.clock += 1;
      if (held >= 0) model.seats[held] = { as: 'holder', client, idle: model.clock };
      releaseIdle(model);
    },
    async take(world) {
      const lease = world.leases[client];
      world.beats += 1;
      const idle = { seq: world.beats, 'idle-ms': 600_000 + world.beats };
      if (lease)
        await test.as(userOf(world, client), `POST /license/v1/leases/${lease.id}/heartbeat`, {
          epoch: lease.epoch,
          ...idle,
        });
      await sweep(test.services);
    },
  }),
  /** The user goes on with their own seat on another device; the first one saves. */
  takeOver: (client) => ({
    change: (model) => consume(model, client, () => undefined),
    async take(world, before) {
      const first = world.leases[client];
      const holds = indexOf(before, 'holder', client) >= 0;
      world.devices[client] = (world.devices[client] ?? 0) + 1;
      let isOver = false;
      const taking = request(world, client, { 'take-over': true }).finally(() => {
        isOver = true;
      });
      while (holds && first && !isOver) {
        const { id, epoch } = first;
        await test.as(userOf(world, client), `POST /license/v1/leases/${id}/ack`, { epoch });
      }
      await taking;
    },
  }),
  /** The user loses the right to the pool, and a place in line with it. */
  untag: (client) => ({
    change(model) {
      model.tagged.delete(client);
      leaveLine(model, client);
      release(model, indexOf(model, 'holder', client));
    },
    take: (world) =>
      test.as(world.ada, `DELETE /iam/v1/users/${userOf(world, client).id}/tags/${parseRn(world.tag).resourceId}`),
  }),
  tag: (client) => ({
    change(model) {
      if (!model.gone.has(client)) model.tagged.add(client);
    },
    take: (world) => test.as(world.ada, `POST /iam/v1/users/${userOf(world, client).id}/tags`, { tag: world.tag }),
  }),
} satisfies Record<string, (client: Client) => Step>;

const inPool = (world: World, consumers: object) =>
  test.as(world.ada, `PUT /license/v1/pools/${world.pool}/policies`, { consumers });
const setStatus = (id: string, status: string) =>
  test.as(test.people.root, `PUT /license/v1/licenses/${id}/status`, { status });

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
      releaseIdle(model);
      for (const client of clients) if (indexOf(model, 'offered', client) >= 0) leaveLine(model, client);
    },
    async take(world) {
      await inLicenses(world, `"offered-until" = now()`, `"offered-to" is not null`);
      await sweep(test.services);
    },
  },
  release: {
    change: (model) => {
      for (const index of model.seats.keys()) release(model, index);
    },
    async take({ ada, licenses }) {
      for (const { id } of licenses) await test.as(ada, `POST /license/v1/licenses/${id}/unassign`, {});
    },
  },
  suspend: {
    change: releaseAll,
    async take({ licenses }) {
      for (const { id } of licenses) await setStatus(id, 'Suspended');
      for (const { id } of licenses) await setStatus(id, 'Active');
      await sweep(test.services);
    },
  },
  /** The term of the licenses ends, and they are renewed. */
  expire: {
    change: releaseAll,
    async take(world) {
      await inLicenses(world, `"expiry-perpetual" = false, "expiry-date" = now() - interval '1 second'`);
      await sweep(test.services);
      await inLicenses(world, `"expiry-perpetual" = true, "expiry-date" = null`);
      await sweep(test.services);
    },
  },
  /** Nobody may use the pool for a moment: who waits loses the place. */
  closePool: {
    change(model) {
      releaseAll(model);
      model.line = [];
    },
    async take(world) {
      await inPool(world, { kind: 'no-one' });
      await inPool(world, { kind: 'tags', tags: [world.tag] });
    },
  },
  deleteLast: {
    change(model) {
      const last = 2;
      model.gone.add(last);
      model.tagged.delete(last);
      leaveLine(model, last);
      release(model, indexOf(model, 'holder', last));
    },
    take: (world) => test.as(world.ada, `DELETE /iam/v1/users/${userOf(world, 2).id}`),
  },
} satisfies Record<string, Step>;

const client = fc.constantFrom(...clients);
type Named = readonly [string, Step];
const named = (name: keyof typeof perClient, weight: number) => ({
  weight,
  arbitrary: client.map((one): Named => [`${name}(${one})`, perClient[name](one)]),
});
const step = fc.oneof(
  named('wait', 6),
  named('checkIn', 3),
  named('takeOffer', 3),
  named('takeOver', 2),
  named('idle', 5),
  {
    weight: 8,
    arbitrary: fc
      .tuple(fc.constantFrom(...(Object.keys(perClient) as (keyof typeof perClient)[])), client)
      .map(([name, one]): Named => [`${name}(${one})`, perClient[name](one)]),
  },
  {
    weight: 4,
    arbitrary: fc
      .constantFrom(...(Object.keys(others) as (keyof typeof others)[]))
      .map((name): Named => [name, others[name]]),
  },
);

const commandOf = ([name, { change, take }]: Named): fc.AsyncCommand<Model, World> => ({
  check: () => true,
  async run(model, world) {
    const before = structuredClone(model);
    change(model);
    settle(model);
    await take(world, before);
    expect(await look(world)).toEqual(looked(model));
  },
  toString: () => name,
});
/** Both seats are in use, and one client waits. */
const full = clients.map((one) => commandOf([`wait(${one})`, perClient.wait(one)]));

it('gives the seats in order under random actions of three clients, administrators and time', async () => {
  await fc.assert(
    fc.asyncProperty(fc.commands([step.map(commandOf)], { maxCommands: 40, size: 'max' }), async (sequence) => {
      const { account, ada, ugo } = await openAccount(test);
      const users = [ugo, await test.createPerson(account, 'Bo', null), await test.createPerson(account, 'Cy', null)];
      const tag = (await test.as(ada, 'POST /iam/v1/tags', { name: 'May', 'account-id': account })).body.item.rn;
      for (const { id } of users) await test.as(ada, `POST /iam/v1/users/${id}/tags`, { tag });
      const { id: pool, licenses } = await createPool({ test, product, account, ada, ugo }, 2, {
        consumers: { kind: 'tags', tags: [tag] },
        rules: { 'per-user': 1, 'idle-minutes': 10 },
      });
      const line = { leases: [], places: [], devices: [0, 0, 0], beats: 0 };
      const world: World = { test, product, account, ada, users, tag, pool, licenses, ...line };
      await fc.asyncModelRun(() => ({ model: createModel(), real: world }), [...full, ...sequence]);
    }),
    { numRuns: 10 },
  );
});
