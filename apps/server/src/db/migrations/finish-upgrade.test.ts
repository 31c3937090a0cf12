import pg from 'pg';
import { expect, it, onTestFinished, vi } from 'vitest';
import { soon } from '../../../../../test/soon.ts';
import { olderDatabase } from '../../../test/database/older-database.ts';
import { finishUpgradeJob } from '../../jobs/finish-upgrade-job.ts';
import { continueUpgrade } from './finish-upgrade.ts';
import { type Kind, kindOf } from './kinds.ts';
import { migrate, migrations } from './migrate.ts';
import { listenerName } from './older-nodes.ts';

/** Connects under an application name, which identifies a server. */
async function listenAs(address: string, name: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: address, application_name: name });
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

const none = { payload: {}, chunk: 1, signal: new AbortController().signal };

it('Contract migrations wait until no older server is left', async () => {
  const { query, address } = await olderDatabase('0032');
  const applied = async () => (await query('select name from kysely_migration order by name')).map(({ name }) => name);
  const contracting = Object.keys(migrations).filter((name) => kindOf(name) === 'contract');
  await migrate(address);
  expect(await applied()).toEqual(Object.keys(migrations).filter((name) => kindOf(name) === 'expand'));

  const older = await listenAs(address, 'keyhold listen');
  await listenAs(address, listenerName(Object.keys(migrations).at(-1) ?? ''));
  const job = finishUpgradeJob(address, async () => undefined, 0);
  for (let run = 0; run < 3; run += 1) await job.run(none);
  expect(await applied()).not.toContain(contracting[0]);

  await older.end();
  await vi.waitFor(async () => {
    await job.run(none);
    expect(await applied()).toEqual(Object.keys(migrations));
  }, soon);
});

it('A `beside` migration runs outside a transaction, before the contract migrations', async () => {
  const { query, address } = await olderDatabase('0032');
  await migrate(address);
  const left = (kind: Kind) => Object.keys(migrations).filter((name) => name > '0032' && kindOf(name) === kind);
  // What an interrupted run leaves behind is no obstacle.
  await query('create index "licenses-by-beginning" on licenses (id)');
  await listenAs(address, 'keyhold listen');
  expect(await continueUpgrade(address, false)).toEqual({
    migrations: [...left('beside').slice(1), ...left('contract')],
    olderNodes: 1,
  });
  const [index] = await query(`select indisvalid as valid, pg_get_indexdef(indexrelid) as definition
    from pg_index where indexrelid = '"licenses-by-beginning"'::regclass`);
  expect(index).toEqual({ valid: true, definition: expect.stringContaining('description') });
});

it('An upgrade that waits for a lock does not block other queries', async () => {
  const { query, address } = await olderDatabase('0032');
  const reader = await listenAs(address, 'reader');
  await reader.query('begin');
  await reader.query('select from licenses');
  const upgrade = migrate(address);
  const waits = `select count(*)::int as count from pg_stat_activity where datname = current_database()
    and application_name = 'keyhold migrations' and wait_event_type = 'Lock'`;
  await vi.waitFor(async () => expect(await query(waits)).toEqual([{ count: 1 }]), soon);
  // Could deadlock: this would wait for the upgrade, which waits for the reader, which waits for this.
  expect(await query('select count(*)::int as count from licenses')).toEqual([{ count: 0 }]);
  await reader.query('commit');
  await upgrade;
});

it('Before the contract migrations, writes of version 1.0 are complete, and those of this version are counted once', async () => {
  const { query, address } = await olderDatabase('0032');
  await migrate(address);
  await query(`insert into accounts (name) values ('Acme Print');
    insert into users ("account-id", email, "first-name", "last-name") select id, 'ada@acme.example', 'Ada', 'Byron' from accounts;
    insert into products (id, name) values ('studio', 'Studio');
    insert into licenses (id, "account-id", "product-id", type)
      select unnest(array['OLDER', 'NEWER']), id, 'studio', 'Perpetual' from accounts`);
  const taking = (license: string) => `update licenses set "lease-state" = 'active', "lease-id" = gen_random_uuid(),
    "holder-id" = (select id from users), "expires-at" = now() + interval '1 hour' where id = '${license}'`;
  for (const [name, license] of [
    ['keyhold', 'OLDER'],
    ['keyhold requests', 'NEWER'],
  ] as const) {
    const server = await listenAs(address, name);
    await server.query(`set keyhold.account = '*'`);
    await server.query(taking(license));
  }
  expect(await query('select "license-id" as license from "license-uses"')).toEqual([{ license: 'OLDER' }]);

  const keep = (
    column: string,
    key: string,
  ) => `insert into "idempotency-keys" ("account-id", "${column}", "key-hash", "request-hash")
    select "account-id", id, '${key}', '' from users on conflict ("${column}", "key-hash") do nothing`;
  for (const column of ['user-id', 'caller-id', 'user-id']) await query(keep(column, 'one'));
  await query(keep('caller-id', 'two'));
  expect(await query(`select count(*)::int as count from "idempotency-keys" where "user-id" = "caller-id"`)).toEqual([
    { count: 2 },
  ]);
});
