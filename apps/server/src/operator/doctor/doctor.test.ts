import { randomBytes } from 'node:crypto';
import { chmod, mkdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createTestApp } from '../../../test/app.ts';
import { freePort } from '../../../test/free-port.ts';
import { createOperatorTest, keyhold, type OperatorTest } from '../../../test/operator.ts';
import { startMailServer } from '../../../test/receivers/mail-server.ts';
import { kindOf } from '../../db/migrations/kinds.ts';
import { migrations } from '../../db/migrations/migrate.ts';
import { withClient } from '../../db/open/owner-client.ts';
import { openSecretBox } from '../../secrets/secret-box.ts';
import { checkClock } from './database.ts';
import type { Finding } from './finding.ts';
import { diskFinding } from './machine.ts';

let test: OperatorTest;
let environment: Record<string, string>;
beforeAll(async () => {
  test = await createOperatorTest();
  environment = { ...test.local, KEYHOLD_PORT: String(await freePort()) };
  await mkdir(test.local.KEYHOLD_DATA_DIR);
});
afterAll(() => test.close());

async function checkInstallation(more: Record<string, string> = {}) {
  const { code, stdout } = await keyhold(['doctor', '--json'], { ...environment, ...more });
  const { healthy, findings } = JSON.parse(stdout) as { healthy: boolean; findings: Finding[] };
  expect([healthy, code]).toEqual(healthy ? [true, 0] : [false, 1]);
  return findings;
}

/** The findings of one check that are not good. */
async function complaints(check: string, more: Record<string, string> = {}): Promise<string[]> {
  const findings = (await checkInstallation(more)).filter((finding) => finding.check === check);
  expect(findings).not.toEqual([]);
  return findings.filter(({ state }) => state !== 'good').map(({ state, message }) => `${state}: ${message}`);
}

function change(...statements: string[]) {
  return withClient(test.connectionString, async (client) => {
    for (const statement of statements) await client.query(statement);
  });
}

describe('doctor', () => {
  it('reports good findings and warnings, and warns of a database that may lose data', async () => {
    const { stdout } = await keyhold(['doctor'], environment);
    expect(stdout).toContain('✓ Options and environment variables are valid.');
    expect(stdout).toContain('✓ The clocks of this machine and the database agree.');
    expect(stdout).toContain('! This database has not been backed up yet. For daily backups, set KEYHOLD_BACKUP_DIR.');
    const wrong = (await checkInstallation()).filter(({ state }) => state === 'wrong').map(({ message }) => message);
    const { rows } = await withClient(test.connectionString, (client) => client.query<{ fsync: string }>('show fsync'));
    // Tests run on a database without fsync, unless they are given another one.
    expect(wrong).toEqual(
      rows[0]?.fsync === 'on'
        ? []
        : ['PostgreSQL may lose data in a crash. Set fsync and full_page_writes to on in postgresql.conf.'],
    );
  });

  it('reports invalid configuration', async () => {
    expect(await complaints('configuration', { KEYHOLD_PORT: 'many', KEYHOLD_REGION: 'Über' })).toEqual([
      'wrong: The port (--port or KEYHOLD_PORT) must be a whole number from 1 to 65535.',
      'wrong: KEYHOLD_REGION must be lower-case letters, digits and hyphens, at most 40.',
    ]);
    expect(await complaints('configuration', { KEYHOLD_COLOUR: 'red' })).toEqual([
      'warning: KEYHOLD_COLOUR is set, but there is no such setting; docs/operations.md lists them all.',
    ]);
  });

  it('reports that another program has the port', async () => {
    const other = createServer((socket) => socket.end('Hello'));
    const port = await freePort();
    await new Promise<void>((listening) => other.listen(port, '127.0.0.1', listening));
    expect(await complaints('port', { KEYHOLD_PORT: String(port) })).toEqual([
      `wrong: Port ${port} is in use by another program. Stop that program, or choose another port with --port or KEYHOLD_PORT.`,
    ]);
    other.close();
  });

  it('reports that another Keyhold answers at the port', async () => {
    const own = { KEYHOLD_PORT: new URL(test.address).port };
    expect(await complaints('port', own)).toEqual([]);
    const other = await createTestApp();
    const { port } = new URL(await other.app.listen({ host: '127.0.0.1', port: 0 }));
    expect(await complaints('port', { KEYHOLD_PORT: port })).toEqual([
      `wrong: The Keyhold at http://127.0.0.1:${port} uses another database. Stop that server, or choose another port with --port or KEYHOLD_PORT.`,
    ]);
    await other.close();
  });

  it('reports an unreachable database without printing its password', async () => {
    const DATABASE_URL = `postgresql://keyhold:secret@127.0.0.1:${await freePort()}/keyhold`;
    const [complaint = ''] = await complaints('database', { DATABASE_URL });
    expect(complaint).toMatch(/^wrong: No PostgreSQL answers at 127\.0\.0\.1:\d+ \(DATABASE_URL\)\. Start it/);
    expect(complaint).not.toContain('secret');
  });

  it('reports a missing data folder, and readable secrets in it', async () => {
    const none = join(test.folder, 'none');
    const own = { KEYHOLD_DATA_DIR: none, DATABASE_URL: '' };
    expect(await complaints('data-folder', own)).toEqual([
      `wrong: The data folder ${none} does not exist. Specify it with --data, or create it with: npm start`,
    ]);
    expect(await complaints('postgresql', own)).toEqual([]);
    const file = join(test.local.KEYHOLD_DATA_DIR, 'demo-credentials.json');
    await writeFile(file, '[]');
    await chmod(file, 0o644);
    expect(await complaints('data-folder')).toEqual([
      `wrong: Other users can read ${file}, which contains passwords. Run: chmod 600 ${file}`,
    ]);
    await chmod(file, 0o600);
    expect(await complaints('data-folder')).toEqual([]);
    // The file makes it the folder of a demo, whose mail is not meant to be sent.
    expect(await complaints('mail')).toEqual([]);
    expect(await complaints('mail', { NODE_ENV: 'production' })).toHaveLength(1);
    await rm(file);
  });

  it('reports secrets sealed with a missing key, and a readable key file', async () => {
    const key = test.local.KEYHOLD_SECRET_KEYS;
    const file = join(test.local.KEYHOLD_DATA_DIR, 'secret-keys');
    const { KEYHOLD_SECRET_KEYS: _, ...keyless } = environment;
    environment = keyless;
    onTestFinished(() => {
      environment = { ...keyless, KEYHOLD_SECRET_KEYS: key };
    });
    const keys = await withClient(test.connectionString, (client) =>
      client.query('delete from "signing-keys" returning *'),
    );
    expect(await complaints('secrets')).toEqual([
      'warning: There is no key for secrets, so nobody can add an authenticator app. Set KEYHOLD_SECRET_KEYS (docs/operations.md).',
    ]);
    for (const row of keys.rows) {
      await withClient(test.connectionString, (client) =>
        client.query(`insert into "signing-keys" (id, "public-key", "private-key-secret") values ($1, $2, $3)`, [
          row.id,
          row['public-key'],
          row['private-key-secret'],
        ]),
      );
    }
    expect(await complaints('secrets', { KEYHOLD_SECRET_KEYS: key })).toEqual([]);

    const { id, accountId } = test.people.acmeUser;
    const sealed = await openSecretBox({ given: [key], file, make: false }).seal('secret', 'test');
    await change(
      `insert into factors ("account-id", "user-id", kind, name, secret)
         values ('${accountId}', '${id}', 'authenticator', 'App', '\\x${sealed.toString('hex')}')`,
    );
    const lost = [
      `warning: The signing key ${keys.rows[0].id} was encrypted with a missing key. Servers without it sign with another one; tokens of this one stay valid. Put the key back into ${file} or KEYHOLD_SECRET_KEYS, or run: keyhold keys rotate`,
      `wrong: One secret in the database was encrypted with a missing key, such as the secrets of authenticator apps or the root key of offline leases. Put the key back into ${file} or KEYHOLD_SECRET_KEYS.`,
    ];
    expect(await complaints('secrets')).toEqual(lost);
    const other = randomBytes(32).toString('base64url');
    expect(await complaints('secrets', { KEYHOLD_SECRET_KEYS: other })).toEqual(lost);
    expect(await complaints('secrets', { KEYHOLD_SECRET_KEYS: `${other},${key}` })).toEqual([]);

    await writeFile(file, `${key}\n`, { mode: 0o644 });
    expect(await complaints('secrets')).toEqual([
      `wrong: Other users can read ${file}, which contains the keys for secrets. Run: chmod 600 ${file}`,
    ]);
    await chmod(file, 0o600);
    expect(await complaints('secrets')).toEqual([]);
    await rm(file);
    await change('delete from factors');
  });

  it('reports whether the mail server answers', async () => {
    const mail = await startMailServer();
    expect(await complaints('mail-server', { SMTP_URL: mail.url })).toEqual([]);
    await mail.stop();
    const [complaint = ''] = await complaints('mail-server', { SMTP_URL: mail.url.replace('://', '://user:secret@') });
    expect(complaint).toMatch(/^wrong: The mail server at \S+ cannot be used \(\w+\)\. Correct SMTP_URL/);
    expect(complaint).not.toContain('secret');
  });

  it('reports that mail waits', async () => {
    expect(await complaints('mail')).toEqual([expect.stringMatching(/^warning: No mail is sent, because SMTP_URL/)]);
  });

  it('reports the unfinished steps of an upgrade, and the servers it waits for', async () => {
    const contracting = Object.keys(migrations).findLast((name) => kindOf(name) === 'contract') ?? '';
    await change(`delete from kysely_migration where name = '${contracting}'`);
    expect(await complaints('schema')).toEqual([
      `warning: The upgrade is not finished: running servers still have to apply ${contracting}.`,
    ]);
    const older = new pg.Client({ connectionString: test.connectionString, application_name: 'keyhold listen' });
    await older.connect();
    expect(await complaints('schema')).toEqual([
      `warning: The upgrade is not finished: ${contracting} waits for one server of an older version to stop.`,
    ]);
    await older.end();
    await change(
      `insert into kysely_migration values ('${contracting}', '2030-01-01')`,
      `select "add-job"('vacuum-tables', '{"tables": ["tags"]}')`,
    );
    expect(await complaints('schema')).toEqual([
      'warning: The upgrade is not finished: running servers still have to vacuum tags.',
    ]);
    await change(`delete from graphile_worker._private_jobs`);
  });

  it('reports that the schema is older or newer', async () => {
    await change(`insert into kysely_migration values ('9998-later', '2030-01-01')`);
    expect(await complaints('schema')).toEqual([
      'warning: A newer Keyhold is upgrading this database (9998-later). Upgrade this server, too.',
    ]);
    await change(`insert into kysely_migration values ('9999-contract-later', '2030-01-01')`);
    expect(await complaints('schema')).toEqual([
      'wrong: This database belongs to a newer Keyhold (9999-contract-later). Run that version.',
    ]);
    await change(`delete from kysely_migration where name like '999%'`);
    expect(await complaints('schema')).toEqual([]);
    await change(`delete from kysely_migration where name >= '0004'`);
    expect(await complaints('schema')).toEqual([
      expect.stringMatching(/^warning: The schema is older than this version\. The next start migrates it to \S+\.$/),
    ]);
  });

  it('reports missing row-level security and collations', async () => {
    await change('alter table users no force row level security');
    expect(await complaints('rights')).toEqual([
      expect.stringMatching(/^wrong: Row-level security is off for users\./),
    ]);
    await change('alter table users force row level security', 'alter collation "name-order" rename to "other-order"');
    expect(await complaints('collations')).toEqual([
      'wrong: The collation name-order is missing. Start Keyhold once to create its tables; PostgreSQL must be built with ICU.',
    ]);
    await change('alter collation "other-order" rename to "name-order"');
    expect([...(await complaints('rights')), ...(await complaints('collations'))]).toEqual([]);
  });

  it('reports that the collation has changed since the indexes were made, and how to fix it', async () => {
    await change(
      'alter collation "name-order" rename to "other-order"',
      `create collation "name-order" (provider = icu, locale = 'und', version = '1.0')`,
    );
    const [complaint = '', ...more] = await complaints('collations');
    expect([complaint, more]).toEqual([
      expect.stringMatching(
        /^wrong: The sort order of name-order in the system's libraries has changed since the indexes were created\./,
      ),
      [],
    ]);
    const statements = complaint.split('Run in the database: ')[1]?.match(/[^;]+;/g) ?? [];
    expect(statements).toHaveLength(2);
    await change(...statements);
    expect(await complaints('collations')).toEqual([]);
    await change('drop collation "name-order"', 'alter collation "other-order" rename to "name-order"');
  });

  it('reports that the clocks of this machine and of the database differ', async () => {
    const told = async (seconds: number) => {
      const now = Date.now;
      const clock = vi.spyOn(Date, 'now').mockImplementation(() => now() - seconds * 1000);
      const [finding] = await withClient(test.connectionString, checkClock);
      clock.mockRestore();
      return `${finding?.state}: ${finding?.message}`;
    };
    expect(await told(0)).toBe('good: The clocks of this machine and the database agree.');
    expect(await told(15)).toMatch(
      /^warning: The database's clock is \d+(\.\d)? seconds ahead of this machine's\. Synchronize both with a time server\.$/,
    );
    expect(await told(-3600)).toMatch(/^wrong: The database's clock is 3\d{3}(\.\d)? seconds behind this machine's\./);
  });

  it('reports that the disk is almost full', () => {
    const mebibyte = 1024 * 1024;
    const told = (free: number) => {
      const { state, message } = diskFinding('/srv/keyhold', free * mebibyte);
      return `${state}: ${message}`;
    };
    expect(told(199.9)).toBe(
      'wrong: The disk that holds /srv/keyhold has 199 MiB free. Free some space, or PostgreSQL will stop.',
    );
    expect(told(200)).toBe('warning: The disk that holds /srv/keyhold has 200 MiB free. Free some space soon.');
    expect(told(2048)).toBe('good: The disk that holds /srv/keyhold has 2,048 MiB free.');
  });

  it('reports the free space on the disk of the data folder', async () => {
    const findings = (await checkInstallation()).filter(({ check }) => check === 'disk');
    expect(findings.map(({ message }) => message)).toEqual([
      expect.stringContaining(`The disk that holds ${test.local.KEYHOLD_DATA_DIR} has `),
    ]);
  });

  it('reports that there is no active Root Administrator', async () => {
    await change(`update users set status = 'Inactive' where "last-name" = 'Root Administrator'`);
    expect(await complaints('administrators')).toEqual([
      expect.stringMatching(/^warning: There is no active Root Administrator\./),
    ]);
  });

  it('reports that the end of an audit log is missing', async () => {
    const { acmeAdmin } = test.people;
    await test.as(acmeAdmin, 'POST /iam/v1/tags', { name: 'Gone', 'account-id': acmeAdmin.accountId });
    await change(`delete from audit where "account-id" = '${acmeAdmin.accountId}'`);
    expect(await complaints('audit')).toEqual([
      `wrong: The audit log of account ${acmeAdmin.accountId} was tampered with at its end. Run: keyhold audit verify`,
    ]);
  });
});
