import { randomBytes, randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import pg from 'pg';
import { afterEach, describe, expect, inject, it, vi } from 'vitest';
import { soon } from '../../../../../test/soon.ts';
import { createTestDatabase, databaseAddress, dropDatabase, execute } from '../../../test/database/database.ts';
import { olderDatabase } from '../../../test/database/older-database.ts';
import { startNodeJobs } from '../../../test/jobs.ts';
import { vacuumJob } from '../../jobs/vacuum-job.ts';
import { connect, inTransaction } from '../database.ts';
import { StartError } from '../start-error.ts';
import { migrate, migrations } from './migrate.ts';

const server = inject('databaseServer').connectionString;
const cleaning: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const clean of cleaning.splice(0).reverse()) await clean();
});

/** Creates a user without any rights, and an empty database that it owns by default. */
async function prepare(options: { owned?: boolean } = {}): Promise<{ user: string; name: string; address: string }> {
  const name = `keyhold_test_${randomBytes(6).toString('hex')}`;
  const user = `${name}_user`;
  await execute(server, `create role ${user} login password 'secret'`);
  cleaning.push(() => execute(server, `drop role ${user}`));
  // Creating a database for another owner requires membership in that role.
  await execute(server, `grant ${user} to current_user`);
  await execute(server, `create database ${name} ${options.owned === false ? '' : `owner ${user}`}`);
  cleaning.push(() => dropDatabase(server, name));
  const address = databaseAddress(server, name).replace(/\/\/[^@]*@/, `//${user}:secret@`);
  return { user, name, address };
}

/** Runs the statement that an administrator runs for a user who may not create roles. */
async function letAct(user: string): Promise<void> {
  await execute(server, `grant keyhold_app to ${user}`);
}

async function read(address: string, query: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  try {
    return (await client.query(query)).rows;
  } finally {
    await client.end();
  }
}

describe('A migration of an external database', () => {
  it('needs only the database and the role keyhold_app, and several nodes may start it at once', async () => {
    const { user, address } = await prepare();
    await letAct(user);
    await Promise.all([1, 2, 3, 4].map(() => migrate(address)));
    await migrate(address);
    expect(
      await read(address, 'select rolsuper or rolcreaterole as able from pg_roles where rolname = current_user'),
    ).toEqual([{ able: false }]);
    expect(await read(address, 'select count(*)::int from accounts')).toEqual([{ count: 0 }]);
  });

  it('reports the statement to run when its user may not act as keyhold_app', async () => {
    const { user, address } = await prepare();
    await expect(migrate(address)).rejects.toThrow(
      new StartError(
        `The user of DATABASE_URL may not act as the role keyhold_app, as which Keyhold answers requests. Have an administrator of this PostgreSQL run: grant keyhold_app to "${user}";`,
      ),
    );
    await letAct(user);
    await migrate(address);
  });

  it('reports that its user lacks a right', async () => {
    const { user, address } = await prepare({ owned: false });
    await letAct(user);
    await expect(migrate(address)).rejects.toThrow(
      /^The database at DATABASE_URL cannot be migrated\. PostgreSQL reports: permission denied .*how to prepare it, see docs\/operations\.md, 'Your own PostgreSQL'\.$/,
    );
  });

  it('reports that its user works in another schema', async () => {
    const { user, name, address } = await prepare();
    await execute(address, 'create schema aside');
    await execute(address, `alter role current_user in database ${name} set search_path = aside`);
    await expect(migrate(address)).rejects.toThrow(
      new StartError(
        `The user of DATABASE_URL works in the schema aside; Keyhold needs public. Run: alter role "${user}" in database "${name}" set search_path = public;`,
      ),
    );
  });

  it('reports that the database became unavailable, or that its tables are in use', async () => {
    const { user, address } = await prepare();
    await letAct(user);
    const stopping = (statement: string) =>
      migrate(address, { '0001-stops': { up: (db) => sql.raw(statement).execute(db).then() } });
    const raise = (code: string) => `do $$ begin raise 'Too bad' using errcode = '${code}'; end $$`;
    await expect(stopping(raise('53100'))).rejects.toThrow(
      new StartError(
        'The database became unavailable while it was migrated (Too bad). Start again once it is reachable and its disk has space; no migration is left half done.',
      ),
    );
    await expect(stopping('select pg_terminate_backend(pg_backend_pid())')).rejects.toThrow(
      /^The database became unavailable while it was migrated \(/,
    );
    await expect(stopping(raise('55P03'))).rejects.toThrow(
      new StartError(
        "The database cannot be migrated while a long transaction uses its tables, such as a backup. Wait for its end and start again. For how to find it, see docs/operations.md, 'KeyholdPoolWaiting'.",
      ),
    );
  });

  it('refuses a schema with a newer contract migration', async () => {
    const database = await createTestDatabase();
    cleaning.push(() => database.drop());
    // An addition of a newer server is tolerated; a removal is not, as this server may need what was removed.
    await execute(database.connectionString, `insert into kysely_migration values ('9998-later', '2030-01-01')`);
    await migrate(database.connectionString);
    await execute(
      database.connectionString,
      `insert into kysely_migration values ('9999-contract-later', '2030-01-01')`,
    );
    await expect(migrate(database.connectionString)).rejects.toThrow(
      new StartError(
        'This database was made by a newer Keyhold (its schema is at 9999-contract-later). Start that version, or choose another database.',
      ),
    );
  });
});

it('A migration changes the rows of every account, although row-level security binds the owner of the tables', async () => {
  const database = await createTestDatabase();
  cleaning.push(() => database.drop());
  const db = connect(database.connectionString, 2);
  try {
    await inTransaction(db, 'every account', (tx) =>
      tx
        .insertInto('accounts')
        .values([{ name: 'Acme Print' }, { name: 'Birch Media' }])
        .execute(),
    );
    const applied = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
    const steps = Object.fromEntries(applied.rows.map(({ name }) => [name, { up: async () => undefined }]));
    await migrate(database.connectionString, {
      ...steps,
      '9999-later': { up: async (tx) => void (await sql`update accounts set description = 'Seen'`.execute(tx)) },
    });
    const accounts = await inTransaction(db, 'every account', (tx) =>
      tx.selectFrom('accounts').select('description').execute(),
    );
    expect(accounts).toEqual([{ description: 'Seen' }, { description: 'Seen' }]);
  } finally {
    await db.destroy();
  }
});

describe('After an upgrade', () => {
  const rewriting = {
    '9999-later': {
      up: async (tx: Kysely<unknown>) =>
        void (await sql`alter table tags add "made-up" uuid default gen_random_uuid()`.execute(tx)),
    },
  };
  const vacuumed = `select relname as name from pg_stat_user_tables where vacuum_count > 0 order by 1`;

  it('vacuums only rewritten tables, once the server starts its jobs', async () => {
    const { user, address } = await prepare();
    await letAct(user);
    await migrate(address);
    await migrate(address, { ...migrations, ...rewriting });
    expect(await read(address, vacuumed)).toEqual([]);
    const jobs = await startUpkeep(address);
    try {
      await vi.waitFor(async () => expect(await read(address, vacuumed)).toEqual([{ name: 'tags' }]), soon);
    } finally {
      await jobs.stop();
    }
  });

  it('vacuums nothing if no table was rewritten', async () => {
    const { user, address } = await prepare();
    await letAct(user);
    await migrate(address);
    await migrate(address, { ...migrations, '9999-later': { up: async () => undefined } });
    expect(await read(address, 'select identifier from graphile_worker._private_tasks')).toEqual([]);
    expect(await read(address, vacuumed)).toEqual([]);
  });

  it('marks every page of a rewritten table as visible to index-only scans', async () => {
    const { user, name, address } = await prepare();
    await letAct(user);
    // VACUUM does not mark rows as visible to all while their commit is not on the disk yet.
    await execute(address, `alter database ${name} set synchronous_commit = on`);
    await migrate(address, Object.fromEntries(Object.entries(migrations).filter(([step]) => step < '0014')));
    await execute(
      address,
      `set keyhold.account = '*'; insert into accounts (name) values ('Acme Print');
       insert into audit ("account-id", actor, action, resource) select id, '{"rn": null}', 'adm:CreateAccount', 'it' from accounts`,
    );
    await migrate(address);
    await earlierTransactionsEnded(address);
    const jobs = await startUpkeep(address);
    const pages = `select relpages, relallvisible, vacuum_count from pg_class join pg_stat_user_tables on relid = oid
      where oid = 'audit'::regclass`;
    try {
      const all = [{ relpages: 1, relallvisible: 1, vacuum_count: '1' }];
      await vi.waitFor(async () => expect(await read(address, pages)).toEqual(all), soon);
    } finally {
      await jobs.stop();
    }
  });
});

/** Waits for transactions of other tests in the cluster: a row newer than any of them is not yet visible to all. */
async function earlierTransactionsEnded(address: string): Promise<void> {
  const [now] = await read(address, 'select pg_current_xact_id()::text as id');
  const ended = `select pg_snapshot_xmin(pg_current_snapshot()) > '${String(now?.['id'])}'::xid8 as ended`;
  await vi.waitFor(async () => expect(await read(address, ended)).toEqual([{ ended: true }]), soon);
}

function startUpkeep(connectionString: string) {
  return startNodeJobs([vacuumJob(connectionString)], { connectionString });
}

it("A server's defaults do not affect times, transactions and literals", async () => {
  const database = await createTestDatabase();
  cleaning.push(() => database.drop());
  const name = new pg.Client({ connectionString: database.connectionString }).database;
  for (const [setting, value] of [
    ['timezone', 'Asia/Kathmandu'],
    ['datestyle', 'SQL, DMY'],
    ['default_transaction_isolation', 'serializable'],
    ['standard_conforming_strings', 'off'],
  ]) {
    await execute(database.connectionString, `alter database ${name} set ${setting} = '${value}'`);
  }
  const db = connect(database.connectionString, 1);
  try {
    const { rows } = await sql`
      select timestamptz '2026-02-01T10:00:00Z' as "on", to_jsonb(timestamptz '2026-02-01T10:00:00Z') as json,
        current_setting('transaction_isolation') as isolation, octet_length('\\x'::bytea) as bytes`.execute(db);
    expect(rows).toEqual([
      {
        on: new Date('2026-02-01T10:00:00Z'),
        json: '2026-02-01T10:00:00+00:00',
        isolation: 'read committed',
        bytes: 0,
      },
    ]);
  } finally {
    await db.destroy();
  }
});

it('A migration moves the search text of licenses that were moved between accounts', async () => {
  const database = await olderDatabase('0036');
  const [from, to] = [randomUUID(), randomUUID()];
  await database.query(
    `insert into accounts (id, name) values ('${from}', 'From'), ('${to}', 'To');
    insert into products (id, name) values ('studio', 'Studio');
    insert into addons (id, name) values ('scans', 'Scans');
    insert into licenses (id, "account-id", "product-id", type) values ('MOVED', '${from}', 'studio', 'Perpetual');
    insert into "addon-licenses" (id, "account-id", "addon-id", type) values ('MOVED-TOO', '${from}', 'scans', 'Perpetual');
    update licenses set "account-id" = '${to}';
    update "addon-licenses" set "account-id" = '${to}';`,
  );
  await database.migrate();
  expect(await database.query(`select id, list from "search-texts" where id like 'MOVED%' order by id`)).toEqual([
    { id: 'MOVED', list: `licenses ${to}` },
    { id: 'MOVED-TOO', list: `addon-licenses ${to}` },
  ]);
});

it('Adding a searched column keeps existing search texts and includes later changes of the column', async () => {
  const { query, migrate } = await olderDatabase('0049');
  await query(`insert into accounts (name) values ('Acme Print');
    insert into products (id, name) values ('studio', 'Studio');
    insert into licenses (id, "account-id", "product-id", type, description)
      select 'BEFORE', id, 'studio', 'Perpetual', 'Old desk' from accounts`);
  await migrate();
  const searched = async () => (await query(`select text from "search-texts" where id = 'BEFORE'`))[0]?.['text'];
  expect(await searched()).toContain('old desk');
  await query(`update licenses set "order-reference" = 'PO-1187'`);
  expect(await searched()).toContain('po-1187');
});

it('An upgraded database has the same search index as a new one', async () => {
  const { query, migrate } = await olderDatabase('0047');
  const options = `select reloptions as options from pg_class where relname = 'search-texts-found'`;
  expect(await query(options)).toEqual([{ options: ['fastupdate=off'] }]);
  await migrate();
  const now = [{ options: ['fastupdate=on'] }];
  expect(await query(options)).toEqual(now);
  const fresh = await createTestDatabase();
  cleaning.push(() => fresh.drop());
  expect(await read(fresh.connectionString, options)).toEqual(now);
});
