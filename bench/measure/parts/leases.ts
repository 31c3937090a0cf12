import pg from 'pg';
import { makeCompany } from '../company.ts';
import { contest } from '../contest.ts';
import type { LoadRequest } from '../load.ts';
import type { Line, Part } from '../part.ts';
import { signIn } from '../sign-in.ts';

/** Seats that are free when a round of consuming begins, and how many of them it takes. */
const seats = { free: 300, taken: 250 } as const;
/** Leases that are kept alive in turn. */
const leases = 400;

/** Heartbeats and consuming, each against its bare statements. */
export const measureLeases: Part = async (installation, client, effort): Promise<Line[]> => {
  const { bed, product, superuser } = installation;
  const database = new pg.Client({ connectionString: superuser });
  await database.connect();
  try {
    const company = await makeCompany(superuser, 'Leases', 10);
    const user = company.users[0] ?? '';
    const headers = await signIn(product, company);
    const productRn = await bed.seed.createProduct('bench-studio', { heartbeat: 300, lease: 900 });
    const held = await bed.seed.issueLicenses(company.account, 'bench-studio', leases);
    const keys = held.map((license) => license.id);
    const { rows } = await database.query<{ lease: string }>(holdAll, [keys, user]);
    const beat = (path: (lease: string) => string): LoadRequest[] =>
      rows.map(({ lease }) => ({
        method: 'POST',
        path: path(lease),
        headers,
        body: '{"epoch":1,"seq":"{count}"}',
      }));
    const beats = beat((lease) => `/license/v1/leases/${lease}/heartbeat`);
    const heartbeat = await contest(installation, client, effort, {
      connections: 32,
      seconds: effort.seconds,
      ours: beats,
      bare: beat((lease) => `/leases/${lease}/heartbeat`),
    });

    const before = await written(database);
    const { done } = await client.run({ origin: product, requests: beats, connections: 32, seconds: 2, seed: 'log' });
    const after = await written(database);

    const other = await makeCompany(superuser, 'Seats', 10);
    const otherHeaders = await signIn(product, other);
    await bed.seed.issueLicenses(other.account, 'bench-studio', seats.free);
    const ours: LoadRequest = {
      method: 'POST',
      path: '/license/v1/leases',
      headers: otherHeaders,
      body: JSON.stringify({
        product: productRn,
        client: { name: 'Studio', version: '26.1' },
        device: { id: '{n}', name: 'Desk', os: 'Linux', user: 'ada', locale: 'en-GB' },
        'stream-id': 'run-1',
      }),
    };
    const plain: LoadRequest = {
      method: 'POST',
      path: `/accounts/${other.account}/users/${other.users[0]}/leases`,
      headers: { 'content-type': 'application/json' },
      body: '{"device":"{n}"}',
    };
    const consume = await contest(installation, client, effort, {
      connections: 8,
      seconds: 20,
      atMost: seats.taken,
      ours: [ours],
      bare: [plain],
      before: () => database.query(freeAll, [other.account]),
    });
    return [
      { part: 'e', what: 'Heartbeat', unit: '/s', goal: 0.6, ...heartbeat },
      { part: 'e', what: 'Consume', unit: '/s', goal: 0.6, ...consume },
      { part: 'e', what: 'Written to the log by a heartbeat', unit: 'bytes', ours: (after.log - before.log) / done },
      {
        part: 'e',
        what: 'Heartbeats that stay in their page',
        unit: '%',
        ours: (100 * (after.inPage - before.inPage)) / (after.updates - before.updates),
      },
    ];
  } finally {
    await database.end();
  }
};

/** What PostgreSQL has written to its log so far, in bytes, and how many updates of licenses stayed within their page. */
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

const freeAll = `
  update licenses set "lease-state" = 'free', "lease-id" = null, "holder-id" = null, "expires-at" = null, "freed-on" = now()
  where "account-id" = $1 and "lease-state" <> 'free'`;
