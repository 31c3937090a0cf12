import pg from 'pg';
import { makeCompany } from '../company.ts';
import { type Contest, contest } from '../contest.ts';
import type { Effort } from '../effort.ts';
import type { Installation, Product } from '../installation.ts';
import type { LoadClient, LoadRequest } from '../load.ts';
import type { Line, Part } from '../part.ts';
import { signIn } from '../sign-in.ts';

/** The free seats at the beginning of a round of consuming, and the number of them that it takes. */
const seats = { free: 300, taken: 250 } as const;
/** Leases that are kept alive in turn. */
const leases = 400;
const studio = 'bench-studio';

/** Measures heartbeats and consuming, each against its bare statements. */
export const measureLeases: Part = async (installation, client, effort): Promise<Line[]> => {
  const shelves: Shelves = new Map();
  try {
    for (const product of [installation.ours, installation.before]) {
      if (!product) continue;
      const database = new pg.Client({ connectionString: product.superuser });
      await database.connect();
      const studioRn = await product.bed.seed.createProduct(studio, { heartbeat: 300, lease: 900 });
      shelves.set(product, { database, studioRn });
    }
    return [
      ...(await measureHeartbeats(installation, client, effort, shelves)),
      { what: 'Consume', unit: '/s', goal: 0.65, ...(await consume(installation, client, effort, shelves)) },
    ];
  } finally {
    for (const { database } of shelves.values()) await database.end();
  }
};

/** The product in an installation whose licenses are measured, and a connection to read them. */
interface Shelf {
  readonly database: pg.Client;
  readonly studioRn: string;
}

type Shelves = Map<Product, Shelf>;

async function measureHeartbeats(
  installation: Installation,
  client: LoadClient,
  effort: Effort,
  shelves: Shelves,
): Promise<Line[]> {
  let ours: readonly LoadRequest[] = [];
  const result = await contest(installation, client, effort, {
    connections: 32,
    seconds: effort.seconds,
    async prepare(product) {
      const company = await makeCompany(product.superuser, 'Leases', 10);
      const headers = await signIn(product.url, company);
      const held = await product.bed.seed.issueLicenses(company.account, studio, leases);
      const keys = held.map((license) => license.id);
      const { rows } = await shelfOf(shelves, product).database.query<{ lease: string }>(holdAll, [
        keys,
        company.users[0],
      ]);
      const beat = (path: (lease: string) => string): LoadRequest[] =>
        rows.map(({ lease }) => ({ method: 'POST', path: path(lease), headers, body: '{"epoch":1,"seq":"{count}"}' }));
      const asked = beat((lease) => `/license/v1/leases/${lease}/heartbeat`);
      if (product === installation.ours) ours = asked;
      return { ours: asked, bare: beat((lease) => `/leases/${lease}/heartbeat`) };
    },
  });
  const { database } = shelfOf(shelves, installation.ours);
  const before = await written(database);
  const origin = installation.ours.url;
  const { done } = await client.run({ origin, requests: ours, connections: 32, seconds: 2, seed: 'log' });
  const after = await written(database);
  return [
    { what: 'Heartbeat', unit: '/s', goal: 0.8, ...result },
    { what: 'Written to the log by a heartbeat', unit: 'bytes', ours: (after.log - before.log) / done },
    {
      what: 'Heartbeats that stay in their page',
      unit: '%',
      ours: (100 * (after.inPage - before.inPage)) / (after.updates - before.updates),
    },
  ];
}

function consume(installation: Installation, client: LoadClient, effort: Effort, shelves: Shelves): Promise<Contest> {
  return contest(installation, client, effort, {
    connections: 8,
    seconds: 20,
    atMost: seats.taken,
    async prepare(product) {
      const { database, studioRn } = shelfOf(shelves, product);
      const company = await makeCompany(product.superuser, 'Seats', 10);
      const headers = await signIn(product.url, company);
      await product.bed.seed.issueLicenses(company.account, studio, seats.free);
      const ours: LoadRequest = {
        method: 'POST',
        path: '/license/v1/leases',
        headers,
        body: JSON.stringify({
          product: studioRn,
          client: { name: 'Studio', version: '26.1' },
          device: { id: '{n}', name: 'Desk', os: 'Linux', user: 'ada', locale: 'en-GB' },
          'stream-id': 'run-1',
        }),
      };
      const plain: LoadRequest = {
        method: 'POST',
        path: `/accounts/${company.account}/users/${company.users[0]}/leases`,
        headers: { 'content-type': 'application/json' },
        body: '{"device":"{n}"}',
      };
      return { ours: [ours], bare: [plain], before: () => database.query(freeAll, [company.account]) };
    },
  });
}

function shelfOf(shelves: Shelves, product: Product): Shelf {
  const shelf = shelves.get(product);
  if (!shelf) throw new Error('Nothing is licensed there.');
  return shelf;
}

/** The bytes of WAL so far, and the number of HOT updates of licenses. */
async function written(database: pg.Client): Promise<{ log: number; updates: number; inPage: number }> {
  await database.query('select pg_stat_force_next_flush()');
  const { rows } = await database.query<{ log: number; updates: number; inPage: number }>(`
    select (pg_current_wal_insert_lsn() - '0/0')::float8 as log, n_tup_upd::float8 as updates, n_tup_hot_upd::float8 as "inPage"
    from pg_stat_user_tables where relname = 'licenses'`);
  if (!rows[0]) throw new Error('PostgreSQL counted nothing.');
  return rows[0];
}

const holdAll = `
  update licenses set "lease-state" = 'active', "lease-id" = "new-id"(), epoch = 1, "holder-id" = $2, "leased-on" = now(),
    "expires-at" = now() + interval '900 seconds', "activation-date" = now(), "heartbeat-seq" = 0, "device-id" = id,
    "device-name" = 'Desk', "device-os" = 'Linux', "device-user" = 'ada', "device-locale" = 'en', "device-ip" = '127.0.0.1',
    "client-name" = 'Studio', "client-version" = '26.1', "stream-id" = 'run-1'
  where id = any($1) returning "lease-id" as lease`;

/** Also ends the uses, as the product does; in an older checkout a trigger does it again. */
const freeAll = `
  with freed as (
    update licenses set "lease-state" = 'free', "lease-id" = null, "holder-id" = null, "expires-at" = null, "freed-on" = now()
    where "account-id" = $1 and "lease-state" <> 'free' returning id
  ), ended as (delete from "license-uses" where "license-id" in (select id from freed) and "ended-on" is null)
  select count(*) from freed`;
