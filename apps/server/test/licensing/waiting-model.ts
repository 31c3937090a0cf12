import { sql } from 'kysely';
import { inTransaction } from '../../src/db/database.ts';
import type { Person, TestApp } from '../app.ts';
import { consumeBody, type TestLease } from './leases.ts';
import type { TestPlace } from './waiting.ts';

// A small model of a pool with two seats, one for each user at most, and of the line before it. Random actions change it
// and the server alike (`waiting-model.test.ts`).

export type Client = 0 | 1 | 2;
export const clients: readonly Client[] = [0, 1, 2];

/** A seat in the model: who has it, and how. */
export type Seat = null | {
  readonly as: 'holder' | 'leaving' | 'offered';
  readonly client: Client;
  /** For how long the holder has been away. */
  readonly idle?: number;
};

export interface Model {
  seats: Seat[];
  /** Who waits, with the class and the order of arrival. */
  line: { client: Client; class: number; since: number }[];
  tagged: Set<Client>;
  /** Those whose user is deleted. */
  gone: Set<Client>;
  /** The seat of each client's newest lease. */
  newest: (number | undefined)[];
  clock: number;
}

export function createModel(): Model {
  return { seats: [null, null], line: [], tagged: new Set(clients), gone: new Set(), newest: [], clock: 0 };
}

export interface World {
  readonly test: TestApp;
  readonly product: string;
  readonly account: string;
  readonly ada: Person;
  readonly users: readonly Person[];
  readonly tag: string;
  readonly pool: string;
  readonly licenses: readonly { readonly id: string; readonly rn: string }[];
  readonly leases: (TestLease | undefined)[];
  readonly places: (TestPlace | undefined)[];
  /** The number of the device that each client uses now. */
  readonly devices: number[];
  /** Heartbeats, and with them the idle time, only grow. */
  beats: number;
}

const is = (seat: Seat, as: string, client: Client) => seat?.as === as && seat.client === client;
export const indexOf = (model: Model, as: string, client: Client) =>
  model.seats.findIndex((seat) => is(seat, as, client));
export const waits = (model: Model, client: Client) => model.line.some((one) => one.client === client);
export const inOrder = (model: Model) => model.line.toSorted((a, b) => a.class - b.class || a.since - b.since);

/** Free seats go to the first who waits without an offer. */
export function settle(model: Model): void {
  for (const { client } of inOrder(model)) {
    const free = model.seats.indexOf(null);
    if (free < 0) return;
    if (indexOf(model, 'offered', client) < 0) model.seats[free] = { as: 'offered', client };
  }
}

export function leaveLine(model: Model, client: Client): void {
  model.line = model.line.filter((one) => one.client !== client);
  const offered = indexOf(model, 'offered', client);
  if (offered >= 0) model.seats[offered] = null;
}

/** The holders who are away longest lose their seats: as many as wait without an offer, less those who already leave. */
export function releaseIdle(model: Model): void {
  const wanting = model.line.filter((one) => indexOf(model, 'offered', one.client) < 0).length;
  let needed = wanting - model.seats.filter((seat) => seat?.as === 'leaving').length;
  const idle = model.seats.flatMap((seat, index) =>
    seat?.as === 'holder' && seat.idle ? [{ index, idle: seat.idle }] : [],
  );
  for (const { index } of idle.toSorted((one, other) => other.idle - one.idle)) {
    if (needed <= 0) return;
    needed -= 1;
    release(model, index);
  }
}

export function release(model: Model, index: number): void {
  const seat = model.seats[index];
  if (seat?.as === 'holder') model.seats[index] = { as: 'leaving', client: seat.client };
}

/** Every holder is being logged off, and every offer ends. */
export function releaseAll(model: Model): void {
  for (const index of model.seats.keys()) release(model, index);
  model.seats = model.seats.map((seat) => (seat?.as === 'offered' ? null : seat));
}

export function hold(model: Model, seat: number, client: Client): void {
  model.seats[seat] = { as: 'holder', client };
  model.newest[client] = seat;
}

/** Consuming without a place: the holder goes on, others get a free seat. */
export function consume(model: Model, client: Client, otherwise: () => void): void {
  if (!model.tagged.has(client) || waits(model, client)) return;
  const held = indexOf(model, 'holder', client);
  const seat = held >= 0 ? held : model.seats.indexOf(null);
  if (seat >= 0) hold(model, seat, client);
  else otherwise();
}

const everywhere = <Result>({ test }: World, work: Parameters<typeof inTransaction<Result>>[2]) =>
  inTransaction(test.services.db, 'every account', work);

/** Changes the licenses of the world, as the passing of time does. */
export const inLicenses = (world: World, columns: string, where = 'true') =>
  everywhere(world, (tx) =>
    sql`update licenses set ${sql.raw(columns)} where "account-id" = ${world.account} and ${sql.raw(where)}`.execute(
      tx,
    ),
  );

export async function request(world: World, client: Client, more: object): Promise<void> {
  const { test, product, users, leases, places, devices } = world;
  const device = `device-${client}-${devices[client]}`;
  const body = { ...consumeBody(product, { device, stream: `run-${device}` }), ...more };
  const { body: reply } = await test.as(users[client] as Person, 'POST /license/v1/leases', body);
  if (reply['lease']) leases[client] = reply['lease'] as unknown as TestLease;
  if (reply['waiting']) places[client] = reply['waiting'] as unknown as TestPlace;
}

/** The world as the model sees it: the seats, in any order, and who waits. */
export async function look(world: World): Promise<{ seats: string[]; line: number[] }> {
  const { rows } = await everywhere(world, (tx) =>
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
  const { body } = await world.test.as(world.ada, `GET /license/v1/waiting?product=${world.product}`);
  const items = body['items'] as unknown as { user: string; place: number }[];
  return {
    seats: seats.map(seatText).sort(),
    line: items.map(({ user }) => world.users.findIndex(({ rn }) => rn === user)),
  };
}

/** The model in the same form. */
export function looked(model: Model): Awaited<ReturnType<typeof look>> {
  return { seats: model.seats.map(seatText).sort(), line: inOrder(model).map((one) => one.client) };
}

const seatText = (seat: Seat) => (seat === null ? 'free' : `${seat.as} ${seat.client}`);
