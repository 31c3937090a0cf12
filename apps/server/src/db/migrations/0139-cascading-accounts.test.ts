import { expect, it } from 'vitest';
import { olderDatabase } from '../../../test/database/older-database.ts';
import { migrate as prepareFor } from './migrate.ts';

it('What cascades from an account has both names while servers of before run', async () => {
  const { query, migrate, address } = await olderDatabase('0139');
  await query(`insert into accounts (name, status, carrying, "carried-on") values
    ('Deleting', 'Active', 'deletion', '2026-01-02'), ('Lively', 'Active', null, null)`);
  const read = () => query(`select name, cascading, "cascaded-on" = '2026-01-02' as kept from accounts order by name`);
  await prepareFor(address);
  expect(await read()).toEqual([
    { name: 'Deleting', cascading: 'deletion', kept: true },
    { name: 'Lively', cascading: null, kept: null },
  ]);
  // A server of before finishes one cascade and begins another; one of this version does the reverse.
  await query(`update accounts set carrying = null where name = 'Deleting'`);
  await query(`update accounts set carrying = 'restoration', "carried-on" = '2026-01-02' where name = 'Lively'`);
  expect(await read()).toEqual([
    { name: 'Deleting', cascading: null, kept: true },
    { name: 'Lively', cascading: 'restoration', kept: true },
  ]);
  await query(`update accounts set cascading = null where name = 'Lively'`);
  await query(`update accounts set cascading = 'deletion', "cascaded-on" = '2026-01-03' where name = 'Deleting'`);
  expect(await query(`select carrying, "carried-on" = '2026-01-03' as kept from accounts order by name`)).toEqual([
    { carrying: 'deletion', kept: true },
    { carrying: null, kept: false },
  ]);
  await migrate();
  expect(await query(`select cascading from accounts order by name`)).toEqual([
    { cascading: 'deletion' },
    { cascading: null },
  ]);
  expect(
    await query(
      `select column_name from information_schema.columns where table_name = 'accounts' and column_name like 'carr%'`,
    ),
  ).toEqual([]);
});
