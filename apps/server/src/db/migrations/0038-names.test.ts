import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { expect, inject, it, onTestFinished } from 'vitest';
import { databaseAddress, dropDatabase, execute } from '../../../test/database.ts';
import { migrate, migrations } from './migrate.ts';

const server = inject('databaseServer').connectionString;

/** A database as it was before names were compared by Unicode. */
async function olderDatabase(): Promise<{ client: pg.Client; address: string }> {
  const name = `keyhold_test_${randomBytes(6).toString('hex')}`;
  await execute(server, `create database ${name}`);
  onTestFinished(() => dropDatabase(server, name));
  const address = databaseAddress(server, name);
  const older = Object.entries(migrations).filter(([step]) => step < '0038');
  await migrate(address, Object.fromEntries(older));
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  onTestFinished(() => client.end());
  await client.query("set keyhold.account = '*'");
  return { client, address };
}

it('Names from before are stored in NFC, and all kept where they have become the same one', async () => {
  const { client, address } = await olderDatabase();
  const accounts = ['\u01de', '\u00c4\u0304', 'A\u0308\u0304', 'Straße', 'STRASSE', 'Plain'];
  for (const account of accounts) await client.query('insert into accounts (name) values ($1)', [account]);
  const { rows } = await client.query('select id from accounts order by id limit 1');
  for (const tag of ['Über', 'U\u0308ber'])
    await client.query('insert into tags ("account-id", name) values ($1, $2)', [rows[0].id, tag]);
  // Older steps alone must not be taken for a newer installation.
  const later = Object.entries(migrations).filter(([step]) => step <= '0038-names');
  await migrate(address, Object.fromEntries(later));

  const names = async (table: string) =>
    (await client.query(`select name from ${table} order by "created-on", id`)).rows.map(({ name }) => name);
  expect(await names('accounts')).toEqual(accounts.map((name) => name.normalize('NFC')));
  expect(await names('tags')).toEqual(['Über', 'Über']);
  await expect(client.query("insert into accounts (name) values ('\u01df')")).rejects.toThrow('accounts-name-taken');
  // Each of them can be changed, and renamed; its new name is its own.
  await client.query(`update accounts set name = name, description = 'changed'`);
  const [, second, third] = (await client.query('select id from accounts order by "created-on", id')).rows;
  await client.query(`update accounts set name = 'Tearoom' where id = $1`, [third.id]);
  const again = client.query(`update accounts set name = 'TEAROOM' where id = $1`, [second.id]);
  await expect(again).rejects.toThrow('accounts-name-taken');
});
