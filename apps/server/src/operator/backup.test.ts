import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { gunzipSync, gzipSync } from 'node:zlib';
import { to } from 'pg-copy-streams';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { databaseAddress, dropDatabase, execute } from '../../test/database/database.ts';
import { issueLicense } from '../../test/licensing/issued-licenses.ts';
import { createOperatorTest, keyhold, type OperatorTest, spawnKeyhold } from '../../test/operator.ts';
import { checksumOf } from '../backups/table-checksum.ts';
import { copyOutStatement, listTables } from '../backups/tables.ts';
import { withClient } from '../db/open/owner-client.ts';

let test: OperatorTest;
let file: string;
const databases: string[] = [];
const server = inject('databaseServer').connectionString;

beforeAll(async () => {
  test = await createOperatorTest();
  const { acmeAdmin, root } = test.people;
  await issueLicense(test, test.accounts.acme);
  // Characters that a format of lines and tabs must escape.
  const description = 'Tab\there, back\\slash, \\., \\N and\na new line: "Ünïcödé" 🖨';
  await test.as(acmeAdmin, 'POST /iam/v1/tags', { name: '\\.', description, 'account-id': acmeAdmin.accountId });
  await test.as(root, 'POST /admin/v1/accounts', { name: 'Cedar' });
  file = join(test.folder, 'keyhold.backup.gz');
  expect(await spawnKeyhold(['backup', file], test.local)).toMatchObject({ code: 0 });
});
afterAll(async () => {
  for (const name of databases) await dropDatabase(server, name);
  await test.close();
});

/** An empty database owned by a role that is not a superuser. */
async function emptyDatabase(): Promise<string> {
  const name = `${inject('databaseServer').template}_${randomBytes(6).toString('hex')}`;
  databases.push(name);
  await execute(server, `create database ${name} template template0`);
  return databaseAddress(server, name);
}

const restore = (from: string, DATABASE_URL: string, ...args: string[]) =>
  keyhold(['restore', from, ...args], { ...test.local, DATABASE_URL });

async function rowsIn(database: string): Promise<Record<string, number>> {
  return withClient(database, async (client) => {
    const counts: Record<string, number> = {};
    for (const { name } of await listTables(client)) {
      counts[name] = Number((await client.query(`select count(*) as rows from "${name}"`)).rows[0].rows);
    }
    return counts;
  });
}

/** A recompressed copy of the backup with changed text. */
async function altered(name: string, change: (text: string) => string): Promise<string> {
  const path = join(test.folder, name);
  await writeFile(path, gzipSync(change(gunzipSync(await readFile(file)).toString())));
  return path;
}

describe('backup', () => {
  it('creates a file that only its owner can read, and never overwrites a file', async () => {
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const { code, stderr } = await keyhold(['backup', file], test.local);
    expect([code, stderr]).toEqual([
      1,
      `${file} exists already. Choose another name; a backup never overwrites a file.\n`,
    ]);
  });

  it('reports where it cannot be written', async () => {
    const below = await keyhold(['backup', join(file, 'below.backup.gz')], test.local);
    expect([below.code, below.stderr]).toEqual([1, `${file} is a file. Name a folder, or a new file in one.\n`]);
  });

  it('is named by its time in a folder, and reports its contents', async () => {
    const { stdout } = await keyhold(['backup', test.folder, '--json'], test.local);
    const made = JSON.parse(stdout);
    expect(made.file).toMatch(/\/keyhold-\d{8}T\d{6}Z\.backup\.gz$/);
    expect(made.tables.find(({ table }: { table: string }) => table === 'accounts').rows).toBe(4);
    const missing = await keyhold(['backup', join(test.folder, 'no/such/folder')], test.local);
    expect([missing.code, missing.stderr]).toEqual([
      1,
      `There is no folder ${join(test.folder, 'no', 'such')}. Create it first, or choose another one.\n`,
    ]);
  });

  it('is consistent despite concurrent changes', async () => {
    const { acmeAdmin } = test.people;
    const during = join(test.folder, 'during.backup.gz');
    let done = false;
    const changing = (async () => {
      for (let number = 0; !done; number += 1) {
        await test.as(acmeAdmin, 'POST /iam/v1/tags', { name: `During ${number}`, 'account-id': acmeAdmin.accountId });
      }
    })();
    const { code } = await keyhold(['backup', during], test.local);
    done = true;
    await changing;
    expect(code).toBe(0);
    // If the tables were from different moments, tags would not match their audit entries or references.
    expect(await restore(during, await emptyDatabase())).toMatchObject({ code: 0 });
  });

  it('reports that there is no installation', async () => {
    const data = join(test.folder, 'nothing');
    const { code, stderr } = await keyhold(['backup', join(test.folder, 'x.gz'), '--data', data]);
    expect([code, stderr]).toEqual([
      1,
      `There is no Keyhold installation in ${data}. Specify its data folder with --data DIR, or its PostgreSQL with DATABASE_URL.\n`,
    ]);
  });
});

describe('backup note', () => {
  it("records another program's backup as the newest one, for doctor and in the audit log", async () => {
    await execute(test.connectionString, `update upkeep set "backup-made-on" = now() - interval '9 days'`);
    expect((await keyhold(['doctor'], test.local)).stdout).toContain('9 days ago. Make a backup every day.');
    await execute(test.connectionString, `update upkeep set "backup-error" = 'There is no folder.'`);
    expect(await keyhold(['backup', 'note', 'pgBackRest'], test.local)).toMatchObject({
      code: 0,
      stdout: 'The backup by pgBackRest is recorded as the newest one.\n',
    });
    const { stdout } = await keyhold(['doctor'], test.local);
    expect(stdout).toMatch(/✓ The last backup is from \S+\. It has no file that keyhold backup verify could test\./);
    expect(stdout).not.toContain('The last backup failed');
    const entries = await withClient(test.connectionString, (client) =>
      client.query(
        `select after->>'program' as program from audit where action = 'adm:BackUp' order by seq desc limit 1`,
      ),
    );
    expect(entries.rows).toEqual([{ program: 'pgBackRest' }]);
  });

  it.each(['', 'p'.repeat(101)])('requires the name of the program', async (program) => {
    expect(await keyhold(['backup', 'note', program], test.local)).toMatchObject({
      code: 1,
      stderr: 'Name the program that made the backup, in at most 100 characters.\n',
    });
  });
});

describe('backup verify', () => {
  const verify = (args: readonly string[], environment: Record<string, string> = {}) =>
    keyhold(['backup', 'verify', ...args], { ...test.local, ...environment });
  const scratch = () =>
    withClient(test.connectionString, async (client) => {
      const { rows } = await client.query("select datname from pg_database where datname like 'keyhold\\_verify\\_%'");
      return rows;
    });

  it('restores the newest backup of the folder into a database that is dropped afterwards', async () => {
    const folder = await mkdtemp(join(test.folder, 'verified-'));
    await writeFile(join(folder, 'keyhold-20200101T000000Z.backup.gz'), 'not this one');
    const { stdout: made } = await keyhold(['backup', folder, '--json'], test.local);
    const { file: newest, rows } = JSON.parse(made);
    const { code, stdout } = await verify([], { KEYHOLD_BACKUP_DIR: folder });
    expect([code, stdout]).toEqual([
      0,
      expect.stringContaining(`${newest} can be restored: ${rows.toLocaleString('en')} rows of`),
    ]);
    expect(await scratch()).toEqual([]);
    const doctor = await keyhold(['doctor'], test.local);
    expect(doctor.stdout).toMatch(/✓ The last backup is from \S+\. A backup was last verified on \d{4}-\d{2}-\d{2}\./);
  });

  it('reports why a backup cannot be restored, and leaves no database', async () => {
    const wrong = await altered('wrong.gz', (text) => text.replace('Acme Print', 'Acme Paint'));
    const { code, stderr } = await verify([wrong]);
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining("The table accounts does not match the backup's checksum"),
    ]);
    expect(await scratch()).toEqual([]);
  });

  it('drops the database that an earlier run has left behind', async () => {
    await execute(server, 'create database keyhold_verify_left');
    expect((await verify([file])).code).toBe(0);
    expect(await scratch()).toEqual([]);
  });

  it('explains what to name when there is no backup', async () => {
    expect(await verify([])).toMatchObject({
      code: 1,
      stderr:
        'Specify a backup or a folder of backups, or set KEYHOLD_BACKUP_DIR to the folder of the server’s backups.\n',
    });
    const empty = await mkdtemp(join(test.folder, 'empty-'));
    expect((await verify([empty])).stderr).toBe(
      `There is no backup in ${empty}. Make one with: keyhold backup ${empty}\n`,
    );
  });

  it('explains what to run when its user may not create a database', async () => {
    const role = `${inject('databaseServer').template}_poor`;
    await execute(server, `create role ${role} login password 'poor'`);
    try {
      const address = test.connectionString.replace(/\/\/[^@]*@/, `//${role}:poor@`);
      await execute(test.connectionString, `grant select on all tables in schema public to ${role}`);
      const { code, stderr } = await verify([file], { DATABASE_URL: address });
      expect([code, stderr]).toEqual([
        1,
        `The user of DATABASE_URL may not make a database to try the backup in. Have an administrator run: alter role "${role}" createdb;\n`,
      ]);
    } finally {
      await execute(test.connectionString, `revoke select on all tables in schema public from ${role}`);
      await execute(server, `drop role ${role}`);
    }
  });
});

describe('restore', () => {
  it('restores every row and constraint, and an intact audit log', async () => {
    const database = await emptyDatabase();
    const { code, stdout } = await restore(file, database, '--json');
    expect(code).toBe(0);
    const { tables, audit, schema } = JSON.parse(stdout);
    expect(audit.broken).toEqual([]);
    expect(audit.entries).toBeGreaterThan(0);
    expect(schema.from).toBe(schema.to);
    const rows = await rowsIn(database);
    for (const { table, rows: saved } of tables as { table: string; rows: number }[]) {
      // The restore itself adds one entry to the provider's audit log.
      expect([table, rows[table]]).toEqual([table, table === 'audit' ? saved + 1 : saved]);
    }
    const guards = `
      select (select count(*) from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace)::int as references,
        (select count(*) from pg_class where relrowsecurity and relforcerowsecurity)::int as secured,
        (select count(*) from pg_trigger where not tgisinternal and tgenabled = 'O')::int as triggers`;
    const guardsOf = (address: string) => withClient(address, async (client) => (await client.query(guards)).rows);
    expect(await guardsOf(database)).toEqual(await guardsOf(test.connectionString));
    expect(await keyhold(['audit', 'verify'], { ...test.local, DATABASE_URL: database })).toMatchObject({ code: 0 });
    const tag = await withClient(database, async (client) => (await client.query('select * from tags')).rows);
    expect(tag[0].description).toBe('Tab\there, back\\slash, \\., \\N and\na new line: "Ünïcödé" 🖨');
  });

  it('is refused if the database is not empty', async () => {
    const { code, stderr } = await restore(file, test.connectionString);
    expect([code, stderr]).toEqual([
      1,
      'The database of DATABASE_URL is not empty: there is something in accounts. Restore into an empty data folder (--data DIR) or an empty database (DATABASE_URL).\n',
    ]);
  });

  it('restores nothing from an incomplete, altered or invalid backup, and the next restore succeeds', async () => {
    const database = await emptyDatabase();
    const cut = join(test.folder, 'cut.gz');
    await writeFile(cut, (await readFile(file)).subarray(0, -2000));
    const renamed = await altered('renamed.gz', (text) => text.replace('\tAcme Print\t', '\tAcme Paint\t'));
    const dropped = await altered('dropped.gz', (text) => text.replace(/^[^\n{]*\tCedar\t.*\n/m, ''));
    const newer = await altered('newer.gz', (text) =>
      text.replace('"0001-foundation"', '"9999-later","0001-foundation"'),
    );
    const plain = join(test.folder, 'plain.txt');
    await writeFile(plain, 'Hello');
    for (const [path, sentence] of [
      [cut, 'is damaged or not whole. Restore another backup.'],
      [renamed, "The table accounts does not match the backup's checksum. Nothing was restored; use another backup."],
      [dropped, "The table accounts does not match the backup's checksum."],
      [newer, 'whose schema (9999-later) this version does not know. Update Keyhold and restore again.'],
      [plain, 'is not a backup of Keyhold.'],
      [join(test.folder, 'none.gz'), 'There is no file or folder'],
      [join(plain, 'below-a-file.gz'), 'There is no file or folder'],
    ] as const) {
      const { code, stderr } = await restore(path, database);
      expect([path, code, stderr]).toEqual([path, 1, expect.stringContaining(sentence)]);
    }
    expect(Object.values(await rowsIn(database)).every((rows) => rows === 0)).toBe(true);
    expect(await restore(file, database)).toMatchObject({ code: 0 });
  });

  it('accepts the backup of an older server, which includes tables that are derived here', async () => {
    const derived = await withClient(test.connectionString, async (client) => {
      const { rows } = await client.query(
        `select relname::text as name, array_agg(attname::text order by attnum) as columns
           from pg_class join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped
          where relname in ('list-versions', 'metrics-sample', 'upkeep') group by relname`,
      );
      const sections = [];
      for (const table of rows) {
        const lines = await text(client.query(to(await copyOutStatement(client, table))));
        sections.push({ table, lines, sum: await checksumOf(client, table) });
      }
      return sections;
    });
    expect(derived.map(({ sum }) => sum.rows)).toContain(1);
    const older = await altered('older.gz', (whole) => {
      const [first = '', ...rest] = whole.split('\n');
      const header = JSON.parse(first);
      header.tables.push(...derived.map(({ table, sum }) => ({ ...table, rows: sum.rows })));
      const added = derived.map(({ lines, sum }) => `${lines}\\.\n${JSON.stringify(sum)}\n`).join('');
      return [JSON.stringify(header), ...rest].join('\n').replace(/\{"end":true\}\n$/, (end) => added + end);
    });
    expect(await restore(older, await emptyDatabase())).toMatchObject({ code: 0, stderr: '' });
  });

  it('reports that the audit log was already broken in the backup', async () => {
    await withClient(test.connectionString, (client) =>
      client.query(`update audit set action = 'x' where seq = 1 and "account-id" = $1`, [test.accounts.acme]),
    );
    const broken = join(test.folder, 'broken-log.gz');
    await keyhold(['backup', broken], test.local);
    const { code, stdout } = await restore(broken, await emptyDatabase());
    expect(code).toBe(1);
    expect(stdout).toContain(
      'is broken at entry 1: its content is not what was written. The backup already contained this break.',
    );
  });
});
