import { expect, it } from 'vitest';
import { olderDatabase } from '../../../test/database/older-database.ts';

it('Existing names are stored in NFC, and duplicates that result are kept', async () => {
  const { query, migrate } = await olderDatabase('0038');
  const accounts = ['\u01de', '\u00c4\u0304', 'A\u0308\u0304', 'Straße', 'STRASSE', 'Plain'];
  for (const account of accounts) await query('insert into accounts (name) values ($1)', [account]);
  const [oldest] = await query('select id from accounts order by id limit 1');
  for (const tag of ['Über', 'U\u0308ber'])
    await query('insert into tags ("account-id", name) values ($1, $2)', [oldest?.['id'], tag]);
  await migrate();

  const names = async (table: string) =>
    (await query(`select name from ${table} order by "created-on", id`)).map(({ name }) => name);
  expect(await names('accounts')).toEqual(accounts.map((name) => name.normalize('NFC')));
  expect(await names('tags')).toEqual(['Über', 'Über']);
  await expect(query("insert into accounts (name) values ('\u01df')")).rejects.toThrow('accounts-name-taken');
  // Each of them can be changed and renamed; a new name must be unique.
  await query(`update accounts set name = name, description = 'changed'`);
  const [, second, third] = await query('select id from accounts order by "created-on", id');
  await query(`update accounts set name = 'Tearoom' where id = $1`, [third?.['id']]);
  const again = query(`update accounts set name = 'TEAROOM' where id = $1`, [second?.['id']]);
  await expect(again).rejects.toThrow('accounts-name-taken');
});
