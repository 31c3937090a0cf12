import { gunzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { soon } from '../../../../../test/soon.ts';
import { installMailbox } from '../../../../demo/src/mailbox/mailbox.ts';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { execute } from '../../../test/database/database.ts';
import { inTransaction } from '../../db/database.ts';
import { version } from '../../version.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const get = (url: string, headers: Record<string, string> = {}) => test.app.inject({ url, headers });

async function queueMails(count: number): Promise<void> {
  await inTransaction(test.services.db, 'every account', async (tx) => {
    await tx.deleteFrom('outbox').execute();
    for (let index = 0; index < count; index += 1) {
      await tx
        .insertInto('outbox')
        .values({ 'account-id': test.accounts.acme, recipient: 'a@b.example', subject: 's', text: 't', html: 'h' })
        .execute();
    }
  });
}

describe('/readyz', () => {
  it('is 200 when the server is ready, and reports waiting mail without a mail server', async () => {
    expect((await get('/readyz')).json()).toEqual({
      status: 'ready',
      mail: 'No mail is sent, because SMTP_URL is not set: mail waits until the server is started with it.',
    });
    await queueMails(2);
    const reply = await get('/readyz');
    expect([reply.statusCode, reply.json()]).toEqual([
      200,
      {
        status: 'ready',
        mail: 'No mail is sent, because SMTP_URL is not set: 2 mails wait until the server is started with it.',
      },
    ]);
    expect(reply.headers['cache-control']).toBe('no-store');
  });

  it('does not mention mail when a mailbox shows it', async () => {
    const demo = await createTestApp({ installMailbox });
    expect((await demo.app.inject('/readyz')).json()).toEqual({ status: 'ready' });
    await demo.close();
  });

  it('is 503 when the database has another schema version', async () => {
    const name = '0001-foundation';
    const rename = (from: string, to: string) =>
      sql`update kysely_migration set name = ${to} where name = ${from}`.execute(test.services.db);
    await rename(name, 'other');
    const reply = await get('/readyz');
    await rename('other', name);
    expect([reply.statusCode, reply.headers['retry-after']]).toEqual([503, '2']);
    expect(reply.json()).toEqual({
      status: 'The database is not at the schema of this version. Start the server again.',
    });
  });

  it('is 503 while the database accepts no changes, as a primary does that has become a standby', async () => {
    const standby = await createTestApp();
    const { connectionString } = standby;
    const ends =
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()';
    const readOnly =
      "do $$ begin execute format('alter database %I set default_transaction_read_only = on', current_database()); end $$";
    await execute(connectionString, readOnly);
    await execute(connectionString, ends);
    await vi.waitFor(async () => {
      const reply = await standby.app.inject('/readyz');
      expect([reply.statusCode, reply.json()]).toEqual([
        503,
        { status: 'The database accepts no changes: it is a read-only standby.' },
      ]);
    }, soon);
    await standby.close();
  });

  it('is 503 while the server stops or the database is unreachable; /healthz stays 200', async () => {
    const other = await createTestApp();
    other.stop();
    const stopping = await other.app.inject('/readyz');
    expect([stopping.statusCode, stopping.json()]).toEqual([503, { status: 'This server is stopping.' }]);
    await other.close();

    const lost = await createTestApp();
    await lost.services.db.destroy();
    const gone = await lost.app.inject('/readyz');
    expect([gone.statusCode, gone.json()]).toEqual([503, { status: 'The database cannot be reached.' }]);
    expect((await lost.app.inject('/healthz')).json()).toEqual({ status: 'ok' });
    await lost.close();
  });
});

describe('the first request of the console', () => {
  it('gets the configuration, or 304 if it is cached', async () => {
    const reply = await get('/console-config.json');
    expect(reply.json()).toEqual({
      'product-title': 'Keyhold',
      'provider-account-id': test.accounts.provider,
      'provider-email-domain': 'keyhold.example',
      'shared-product-id': 'keyhold-studio-shared',
      version,
    });
    const again = await get('/console-config.json', { 'if-none-match': String(reply.headers.etag) });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  });
});

describe('the API description', () => {
  it('is served as JSON, or 304 if it is cached', async () => {
    const reply = await get('/openapi.json');
    expect(reply.headers['content-type']).toBe('application/json; charset=utf-8');
    const { info, servers, paths } = reply.json<{ info: object; servers: object; paths: object }>();
    expect([info, servers]).toMatchObject([{ title: 'Keyhold API', version }, [{ url: 'http://localhost:8080' }]]);
    expect(Object.keys(paths)).toContain('/iam/v1/tags/{id}');
    const again = await get('/openapi.json', { 'if-none-match': String(reply.headers.etag) });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  });

  it('is served as a page whose files all come from this server', async () => {
    const page = await get('/docs');
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.headers['content-security-policy']).toContain("script-src 'self';");
    const files = [...page.body.matchAll(/ (?:src|href)="([^"]+)"/g)].map((match) => match[1] ?? '');
    expect(files).toHaveLength(5);
    for (const file of files) {
      const plain = await get(file);
      expect([file, plain.statusCode, plain.headers['content-type']]).toEqual([
        file,
        200,
        expect.not.stringMatching('html'),
      ]);
      const again = await get(file, { 'if-none-match': String(plain.headers.etag) });
      expect([again.statusCode, again.body]).toEqual([304, '']);
      const compressed = await get(file, { 'accept-encoding': 'gzip' });
      expect([compressed.headers['content-encoding'], compressed.headers['vary']]).toEqual(['gzip', 'accept-encoding']);
      expect(gunzipSync(compressed.rawPayload).toString()).toBe(plain.body);
    }
  });
});
