import pg from 'pg';
import type { Bed } from '../bed/bed.ts';
import type { HttpClient } from '../bed/http-client.ts';
import type { SeededPerson } from '../bed/seed.ts';

/** A server with an account whose pools are measured. */
export interface Place {
  readonly bed: Bed;
  readonly http: HttpClient;
  readonly account: string;
  readonly people: readonly SeededPerson[];
  readonly administrator: SeededPerson;
  /** An administrator of the provider. */
  readonly root: SeededPerson;
  /** The rn of a tag that every tenth person carries. */
  readonly tag: string;
}

/** A pool by its rn, with the path of its calls. */
export interface OpenedPool {
  readonly rn: string;
  readonly path: string;
  readonly product: string;
}

export async function preparePlace(bed: Bed, http: HttpClient, count: number): Promise<Place> {
  const account = await bed.seed.createAccount('Pools');
  const people = await bed.seed.createPeople(account, count);
  const [administrator] = await bed.seed.createPeople(account, 1, { role: 'Administrator' });
  const [root] = await bed.seed.createPeople(bed.seed.installation.providerAccountId, 1, {
    role: 'Root Administrator',
  });
  if (!administrator || !root) throw new Error('Nobody was created.');
  const place = { bed, http, account, people, administrator, root, tag: '' };
  // A license of this product enables tags in an account.
  const { sharedProductId } = bed.seed.installation;
  await bed.seed.createProduct(sharedProductId);
  await bed.seed.issueLicenses(account, sharedProductId, 1);
  const { item } = await send<{ item: { rn: string } }>(place, administrator, 'POST', '/iam/v1/tags', {
    name: 'Night',
    'account-id': account,
  });
  const carriers = people.filter((_, index) => index % 10 === 0);
  for (const { id } of carriers) await send(place, administrator, 'POST', `/iam/v1/users/${id}/tags`, { tag: item.rn });
  return { ...place, tag: item.rn };
}

/** Issues seats of a product into a new pool, and opens it to everyone. */
export async function openPool(place: Place, product: string, seats: number): Promise<OpenedPool> {
  const issued = await send<{ items: { pool: string }[] }>(place, place.root, 'POST', '/license/v1/admin/licenses', {
    'account-id': place.account,
    product,
    type: 'Perpetual',
    expiry: { perpetual: true },
    count: seats,
    pool: { name: product },
  });
  const rn = issued.items[0]?.pool ?? '';
  const path = `/license/v1/pools/${rn.split(':').at(-1)}`;
  await send(place, place.administrator, 'PUT', `${path}/policies`, { consumers: { kind: 'everyone' } });
  return { rn, path, product };
}

/** A lease of a person, by its index among them. */
export interface Held {
  readonly id: string;
  readonly epoch: number;
}

/** Gives each of some people a seat of a pool, on a device of their own, in the database directly. */
export async function holdSeats({ bed }: Place, pool: OpenedPool, people: readonly SeededPerson[]): Promise<Held[]> {
  const database = new pg.Client({ connectionString: bed.database.connectionString });
  try {
    await database.connect();
    await database.query(`select set_config('keyhold.account', '*', false)`);
    const ids = people.map(({ id }) => id);
    const { rows } = await database.query<Held & { holder: string }>(holdAll, [pool.rn.split(':').at(-1), ids]);
    const byHolder = new Map(rows.map(({ holder, ...held }) => [holder, held]));
    await database.query('analyze licenses');
    return ids.flatMap((id) => byHolder.get(id) ?? []);
  } finally {
    await database.end().catch(() => undefined);
  }
}

const holdAll = `
  with seats as (select id, row_number() over (order by id) as number from licenses where "pool-id" = $1),
  people as (select person, number from unnest($2::uuid[]) with ordinality as people (person, number)),
  held as (
    update licenses set "lease-state" = 'active', "lease-id" = "new-id"(), epoch = 1, "holder-id" = person, "leased-on" = now(),
      "expires-at" = now() + interval '900 seconds', "activation-date" = now(), "heartbeat-seq" = 0, "device-id" = person::text,
      "device-name" = 'Desk', "device-os" = 'Linux', "device-user" = 'ada', "device-locale" = 'en', "device-ip" = '127.0.0.1',
      "client-name" = 'Studio', "client-version" = '26.1', "stream-id" = person::text,
      "session-id" = (select sessions.id from sessions where sessions."user-id" = person limit 1)
    from seats join people using (number) where licenses.id = seats.id
    returning licenses.id as license, licenses."account-id", licenses."product-id", person, "lease-id"
  ), used as (
    insert into "license-uses" ("account-id", "product-id", "license-id", "user-id", "device-name", "started-on")
    select "account-id", "product-id", license, person, 'Desk', now() from held
  )
  select "lease-id" as id, 1 as epoch, person as holder from held`;

/** Rules of every kind that the numbers of a pool decide, which refuse nobody here. */
export const wideRules = ({ tag }: Place, seats: number) => ({
  'per-user': 1000,
  shares: [{ tag, reserve: Math.floor(seats / 100), limit: seats }],
  offline: { seats, days: 30, tags: [] },
});

/** The body of a consume on a device. */
export const consumeOf = (product: string, device: string) => ({
  product,
  client: { name: 'Studio', version: '26.1' },
  device: { id: device, name: device, os: 'Linux', user: 'ada', locale: 'en-GB' },
  'stream-id': device,
});

/** @throws {Error} when the reply is no success */
export async function send<Body>(
  { http }: Pick<Place, 'http'>,
  { token }: Pick<SeededPerson, 'token'>,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: unknown,
): Promise<Body> {
  const reply = await http.send<Body>(method, path, { token, body });
  if (reply.status < 300) return reply.body;
  throw new Error(`${method} ${path} answered ${reply.status}: ${JSON.stringify(reply.body)}`);
}

export async function timed<Result>(work: () => Promise<Result>) {
  const begun = performance.now();
  const result = await work();
  return { result, milliseconds: performance.now() - begun };
}

/** Does some work for each of many items, a number of them at once. */
export async function inParallel<Item>(
  items: readonly Item[],
  lanes: number,
  work: (item: Item, index: number) => Promise<void>,
): Promise<void> {
  const entries = items.entries();
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      for (const [index, item] of entries) await work(item, index);
    }),
  );
}
