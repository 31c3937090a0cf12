import { expect, it } from 'vitest';
import { olderDatabase } from '../../../test/database/older-database.ts';
import { applyOne } from './apply.ts';
import { kindOf } from './kinds.ts';
import { migrations, openForMigrations, stepOf } from './migrate.ts';

/** The first migration after version 1.0, whose servers may run beside servers of this version. */
const sinceFirst = '0032';

it('The name of a migration determines when it runs, and the names are in order', () => {
  const names = Object.keys(migrations);
  expect(names).toEqual(names.toSorted());
  for (const name of names) expect(name).toMatch(/^\d{4}-((beside|contract)-)?[a-z]+(-[a-z]+)*$/);
  expect(['0064-contract-uses', '0065-beside-index', '0066-contracts'].map(kindOf)).toEqual([
    'contract',
    'beside',
    'expand',
  ]);
});

/**
 * What an older server relies on, one line each: relations and their columns, functions, columns that an insert may
 * omit, and privileges. A changed default is not a line.
 */
const counted = `
  select 'column ' || attrelid::regclass || ' ' || attname || ' ' || format_type(atttypid, atttypmod) as line
    from pg_attribute join pg_class on pg_class.oid = attrelid
   where relnamespace = 'public'::regnamespace and relkind in ('r', 'v') and attnum > 0 and not attisdropped
  union all
  select 'function ' || pg_proc.oid::regprocedure || ' ' || prorettype::regtype
    from pg_proc where pronamespace = 'public'::regnamespace
     and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')
  union all
  select 'may be left out ' || attrelid::regclass || ' ' || attname
    from pg_attribute join pg_class on pg_class.oid = attrelid
   where relnamespace = 'public'::regnamespace and relkind = 'r' and attnum > 0 and not attisdropped
     and (not attnotnull or atthasdef or attgenerated <> '')
  union all
  select 'right ' || table_name || ' ' || privilege_type from information_schema.table_privileges
   where grantee = 'keyhold_app' and table_schema = 'public'
  order by 1`;

/** The columns that an insert must provide. */
const demanded = `
  select attrelid::regclass || ' ' || attname as line from pg_attribute join pg_class on pg_class.oid = attrelid
   where relnamespace = 'public'::regnamespace and relkind = 'r' and attnum > 0 and not attisdropped
     and attnotnull and not atthasdef and attgenerated = '' and attidentity = ''`;

/** Columns that a trigger now writes instead of an expression: an older server still omits them. */
const writtenByTrigger = / search-text$/;

it('Servers of the previous version tolerate every migration except contract migrations', async () => {
  const { query, address } = await olderDatabase(sinceFirst);
  const lines = async (text: string) => (await query(text)).map(({ line }) => String(line).replaceAll('"', ''));
  const tables = async () => new Set((await lines(counted)).flatMap((line) => /^column (\S+) /.exec(line)?.[1] ?? []));
  const { db } = openForMigrations(address);
  try {
    for (const [name] of Object.entries(migrations).filter(([step]) => step >= sinceFirst)) {
      const [before, wanted, known] = [await lines(counted), await lines(demanded), await tables()];
      await applyOne(db, name, stepOf(migrations, name));
      if (kindOf(name) === 'contract') continue;
      const after = new Set(await lines(counted));
      const missing = before.filter((line) => !after.has(line) && !writtenByTrigger.test(line));
      const more = (await lines(demanded)).filter(
        (line) => !wanted.includes(line) && known.has(line.split(' ')[0] ?? '') && !writtenByTrigger.test(line),
      );
      expect({ name, missing, more }).toEqual({ name, missing: [], more: [] });
    }
  } finally {
    await db.destroy();
  }
});
