import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { somethingInEveryTable } from '../../test/authorization/everything-of.ts';
import { createMaker } from '../../test/made/maker.ts';
import { withClient } from '../db/open/owner-client.ts';
import { purge, spentRows } from './purge.ts';

/** Rows per statement, and one more than that. */
const [chunk, many] = [2, 3];
const longAgo = '2000-01-01';
/** References that no constraint names. */
const unnamed = [
  ['users', 'outbox', 'user-id'],
  ['users', 'idempotency-keys', 'caller-id'],
  ['service-accounts', 'idempotency-keys', 'caller-id'],
] as const;
/** A user who holds a seat is not purged. */
const keeping = 'licenses holder-id';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

it('No statement of a purge touches more rows than a chunk, however many refer to a row', async () => {
  await somethingInEveryTable(test);
  const make = createMaker(test);
  const { acme } = test.accounts;
  await make.userCode();
  for (let each = 0; each < many; each += 1) await make.tag(acme);
  const account = (await make.account()).id;
  const purged = {
    users: (await make.user(acme)).id,
    tags: (await make.tag(acme)).id,
    licenses: (await make.license(acme, { everyone: true })).id,
    pools: (await make.pool(account)).id,
    'service-accounts': (await make.serviceAccount(account)).id,
    'sign-in-connections': account,
  };
  await make.connection(account);
  const added = await withClient(test.connectionString, async (client) => {
    // The rows of no account.
    await client.query(`
      insert into "authorization-codes" (hash, "application-id", "user-id", "decider-id", "redirect-uri", "code-challenge", "expires-on")
        select '', (select id from applications limit 1), id, id, '', '', now() from users where id = '${purged.users}';
      insert into "passkey-requests" (hash, "expires-on") values ('', now());
      insert into attempts (subject, failures, "window-start") values ('made', 1, now());
      insert into "link-mails" (recipient, kind) values ('made', 'reset') `);
    await addCopies(client, 'addons', {});
    const references = await referencesTo(client, Object.keys(purged));
    for (const [parent, table, column] of references) {
      await addCopies(client, table, { [column]: purged[parent as keyof typeof purged] });
    }
    for (const [table] of spentRows) {
      // The last invitation of a user and the messages of a lease stay.
      const kept = { outbox: { 'user-id': null }, 'lease-messages': { 'lease-id': crypto.randomUUID() } };
      await addCopies(client, table, { ...(await timesOf(client, table)), ...kept[table as keyof typeof kept] });
    }
    for (const [table, id] of [...Object.entries(purged).slice(0, 3), ['accounts', account] as const]) {
      await client.query(`update "${table}" set "deleted-on" = '${longAgo}' where id::text = $1`, [id]);
    }
    await refuseMoreThanAChunk(client);
    return references;
  });

  await purge(test.services.db, 30, { chunk, signal: AbortSignal.any([]) });

  await withClient(test.connectionString, async (client) => {
    for (const [parent, id] of Object.entries(purged)) {
      const key = parent === 'sign-in-connections' ? 'account-id' : 'id';
      expect(await count(client, parent, `"${key}"::text = '${id}'`), parent).toBe(0);
    }
    for (const [parent, table, column] of added) {
      const id = purged[parent as keyof typeof purged];
      expect(await count(client, table, `"${column}"::text = '${id}'`), `${table} ${column}`).toBe(0);
    }
    for (const [table] of spentRows) {
      const old = Object.keys(await timesOf(client, table)).map((column) => `"${column}" = '${longAgo}'`);
      expect(await count(client, table, old.join(' and ')), table).toBe(0);
    }
  });
});

type FoundReference = readonly [parent: string, table: string, column: string];

async function referencesTo(client: pg.Client, parents: readonly string[]): Promise<readonly FoundReference[]> {
  const { rows } = await client.query<{ parent: string; table: string; column: string }>(
    `select parent.relname as parent, child.relname as table, attname as column
       from pg_constraint join pg_class child on child.oid = conrelid join pg_class parent on parent.oid = confrelid
       join pg_attribute on attrelid = conrelid and attnum = conkey[1]
      where contype = 'f' and parent.relname = any($1) order by 1, 2, 3`,
    [parents],
  );
  const named = rows.map(({ parent, table, column }) => [parent, table, column] as const);
  return [...named.filter(([, table, column]) => `${table} ${column}` !== keeping), ...unnamed];
}

interface Column {
  readonly name: string;
  readonly type: string;
  readonly generated: boolean;
  /** Whether it is in a unique index. */
  readonly unique: boolean;
  /** Whether it is the only column of one. */
  readonly alone: boolean;
  /** The table and column that it refers to. */
  readonly parent: string | null;
  readonly key: string | null;
}

/** Copies a row of a table, with these values, and others in its unique columns. */
async function addCopies(
  client: pg.Client,
  table: string,
  values: Readonly<Record<string, string | null>>,
): Promise<void> {
  const { rows: columns } = await client.query<Column>(
    `select attname as name, atttypid::regtype::text as type, attgenerated <> '' as generated,
       exists (select from pg_index where indrelid = attrelid and indisunique and attnum = any(indkey)) as unique,
       exists (select from pg_index where indrelid = attrelid and indisunique and indnkeyatts = 1 and indkey[0] = attnum) as alone,
       confrelid::regclass::text as parent, (select attname from pg_attribute where attrelid = confrelid and attnum = confkey[1]) as key
     from pg_attribute left join pg_constraint on contype = 'f' and conrelid = attrelid and conkey = array[attnum]
     where attrelid = $1::regclass and attnum > 0 and not attisdropped`,
    [`"${table}"`],
  );
  const written = columns.filter(({ generated }) => !generated);
  // Some unique columns are generated from these.
  const named = new Set(['name', 'email']);
  const fresh = written.filter(({ name, unique }) => (unique || named.has(name)) && !(name in values));
  const given = Object.entries(values).map(([name, value]) => `"${name}"::text = '${value}'`);
  // A column that is unique by itself refers to a row once at most.
  const copies = columns.some(({ name, alone }) => alone && name in values) ? 1 : many;
  for (let copy = 0; copy < copies; copy += 1) {
    const replaced = fresh.map(({ name, type, parent, key, alone }) => {
      const used = [`"${table}"."${name}" = parent."${key}"`, ...(alone ? [] : given)].join(' and ');
      const other =
        parent &&
        `coalesce((select "${key}" from ${parent} as parent where not exists (select from "${table}" where ${used}) order by 1 limit 1), one."${name}")`;
      return `'${name}', ${other ?? freshOf(type)}`;
    });
    const { rowCount } = await client.query(
      `insert into "${table}" (${written.map(({ name }) => `"${name}"`).join(', ')}) overriding system value
       select ${written.map(({ name }) => `made."${name}"`).join(', ')}
         from (select * from "${table}" limit 1) as one,
         jsonb_populate_record(one::"${table}", jsonb_build_object(${replaced.join(', ')}) || $1::jsonb) as made`,
      [JSON.stringify(values)],
    );
    expect(rowCount, `a row of ${table} to copy`).toBe(1);
  }
}

function freshOf(type: string): string {
  if (type === 'uuid') return 'gen_random_uuid()';
  if (type === 'bytea') return `'\\x' || replace(gen_random_uuid()::text, '-', '')`;
  if (type === 'text') return 'gen_random_uuid()::text';
  if (type === 'timestamp with time zone') return 'clock_timestamp()';
  return '(random() * 1e9)::int';
}

/** Its columns of times, all long ago. */
async function timesOf(client: pg.Client, table: string): Promise<Readonly<Record<string, string>>> {
  const { rows } = await client.query<{ column: string }>(
    `select attname as column from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped
       and atttypid = 'timestamptz'::regtype`,
    [`"${table}"`],
  );
  return Object.fromEntries(rows.map(({ column }) => [column, longAgo]));
}

async function refuseMoreThanAChunk(client: pg.Client): Promise<void> {
  await client.query(`
    create function "at-most-a-chunk"() returns trigger language plpgsql as $$
    begin
      if (select count(*) from touched) > ${chunk} then
        raise exception '% of % rows of %', tg_op, (select count(*) from touched), tg_table_name;
      end if;
      return null;
    end $$`);
  const { rows } = await client.query<{ table: string }>(
    `select relname as table from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and not relispartition`,
  );
  for (const { table } of rows) {
    for (const event of ['delete', 'update']) {
      await client.query(`create trigger "at-most-a-chunk-${event}" after ${event} on "${table}"
        referencing old table as touched for each statement execute function "at-most-a-chunk"()`);
    }
  }
}

async function count(client: pg.Client, table: string, condition: string): Promise<number> {
  const { rows } = await client.query<{ found: number }>(
    `select count(*)::int as found from "${table}" where ${condition}`,
  );
  return rows[0]?.found ?? 0;
}
