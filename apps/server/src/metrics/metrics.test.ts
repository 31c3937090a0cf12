import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { freePort } from '../../test/free-port.ts';
import { issueLicense } from '../../test/licensing/issued-licenses.ts';
import { recordStatements } from '../../test/lists/recorded-statements.ts';
import { inTransaction, type Transaction } from '../db/database.ts';
import { createSweep } from '../jobs/sweep.ts';
import { createMetrics } from './metrics.ts';
import { createMetricsServer } from './metrics-server.ts';

const token = 'a token of Prometheus'.replaceAll(' ', '-');
let test: TestApp;
beforeAll(async () => {
  test = await createTestApp({ measure: createMetrics, metricsToken: token });
});
afterAll(() => test.close());

async function read(authorization = `Bearer ${token}`) {
  return test.app.inject({ url: '/metrics', headers: { authorization } });
}

function everywhere<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> {
  return inTransaction(test.services.db, 'every account', work);
}

/** Reads the metrics after making the cached counts outdated. */
async function readAgain(): Promise<string> {
  await everywhere((tx) =>
    tx
      .updateTable('metrics-sample')
      .set({ 'counted-on': new Date(0) })
      .execute(),
  );
  return (await read()).body;
}

/** The value of a line of the text format. */
function numberOf(text: string, series: string): number | undefined {
  const line = text.split('\n').find((one) => one.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length));
}

describe('/metrics', () => {
  it('is not served without a token in the configuration', async () => {
    const other = await createTestApp({ measure: createMetrics });
    expect((await other.app.inject('/metrics')).statusCode).toBe(404);
    await other.close();
  });

  it('requires the token', async () => {
    for (const wrong of ['', 'Bearer', 'Bearer wrong', token, `Bearer ${token}x`]) {
      const reply = await read(wrong);
      expect([wrong, reply.statusCode, reply.headers['www-authenticate']]).toEqual([wrong, 401, 'Bearer']);
    }
    const reply = await read();
    expect(reply.statusCode).toBe(200);
    expect(reply.headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/);
  });

  it('counts requests by call and status class', async () => {
    await test.as(test.people.acmeAdmin, 'GET /iam/v1/tags');
    await test.as(test.people.acmeAdmin, 'GET /iam/v1/tags?limit=1');
    await test.as(null, 'GET /iam/v1/tags');
    await test.app.inject('/nowhere');
    const text = (await read()).body;
    const count = (call: string, status: string) =>
      numberOf(text, `keyhold_request_duration_seconds_count{call="${call}",status="${status}"}`);
    expect([count('listTags', '2xx'), count('listTags', '4xx')]).toEqual([2, 1]);
    expect(count('other', '4xx')).toBeGreaterThan(0);
  });

  it('reports the load of the database, the pool, the streams and the process', async () => {
    await issueLicense(test, test.accounts.acme);
    await test.as(null, 'POST /auth/v1/reset', { email: test.people.acmeUser.email });
    const text = await readAgain();
    expect(numberOf(text, 'keyhold_database_up')).toBe(1);
    expect(numberOf(text, 'keyhold_leases{state="free"}')).toBe(1);
    expect(numberOf(text, 'keyhold_leases{state="active"}')).toBe(0);
    expect(numberOf(text, 'keyhold_outbox_mails')).toBe(0);
    expect(numberOf(text, 'keyhold_event_streams')).toBe(0);
    expect(numberOf(text, 'keyhold_database_connections{state="idle"}')).toBeGreaterThan(0);
    expect(numberOf(text, 'keyhold_database_waiting')).toBe(0);
    expect(numberOf(text, 'keyhold_password_hashes{state="waiting"}')).toBe(0);
    expect(numberOf(text, 'nodejs_eventloop_lag_p99_seconds')).toBeDefined();
    expect(numberOf(text, 'process_resident_memory_bytes')).toBeGreaterThan(0);
  });

  it('reports stalled mail and events', async () => {
    const { acmeAdmin } = test.people;
    await everywhere((tx) =>
      sql`insert into outbox ("account-id", recipient, subject, text, html, "created-on", "sent-on") values
        (${acmeAdmin.accountId}, 'a@b.example', '', '', '', now() - interval '9 minutes', null),
        (${acmeAdmin.accountId}, 'a@b.example', '', '', '', now() - interval '8 minutes', now() - interval '7 minutes'),
        (${acmeAdmin.accountId}, 'a@b.example', '', '', '', now() - interval '5 minutes', null)`.execute(tx),
    );
    const urls = ['https://one.example', 'https://two.example', 'https://three.example'];
    for (const url of urls) {
      const body = { 'account-id': acmeAdmin.accountId, url, events: ['license.consumed'] };
      expect((await test.as(acmeAdmin, 'POST /iam/v1/webhooks', body)).status).toBe(201);
    }
    const { root } = test.people;
    const deleted = await test.createAccount('Deleted');
    const gone = { 'account-id': deleted, url: 'https://gone.example', events: ['license.consumed'] };
    expect((await test.as(root, 'POST /iam/v1/webhooks', gone)).status).toBe(201);
    await test.as(root, `DELETE /admin/v1/accounts/${deleted}`);
    await everywhere(async (tx) => {
      await tx.updateTable('webhooks').set({ failures: 3 }).where('url', '=', 'https://three.example').execute();
      await sql`insert into "webhook-deliveries" ("account-id", "webhook-id", type, body, "next-attempt-on")
        select "account-id", id, 'license.consumed', '{}', now() - interval '2 minutes' * (1 + failures) from webhooks`.execute(
        tx,
      );
    });
    const text = await readAgain();
    expect(numberOf(text, 'keyhold_outbox_mails')).toBe(2);
    // A mail queued before the last one sent is refused, not stalled.
    expect(numberOf(text, 'keyhold_outbox_stalled_seconds')).toBeGreaterThanOrEqual(300);
    expect(numberOf(text, 'keyhold_outbox_stalled_seconds')).toBeLessThan(420);
    expect(numberOf(text, 'keyhold_webhooks{state="answering"}')).toBe(2);
    expect(numberOf(text, 'keyhold_webhooks{state="failing"}')).toBe(1);
    expect(numberOf(text, 'keyhold_webhook_deliveries')).toBe(3);
    expect(numberOf(text, 'keyhold_webhook_overdue_seconds')).toBeGreaterThanOrEqual(120);
    expect(numberOf(text, 'keyhold_webhook_overdue_seconds')).toBeLessThan(400);
  });

  it('reports backups, audit logs, certificate and clock', async () => {
    const before = await readAgain();
    // Without a backup, the age counts from the first start.
    expect(numberOf(before, 'keyhold_backup_age_seconds')).toBeGreaterThan(0);
    expect(numberOf(before, 'keyhold_backup_failed')).toBe(0);
    // The tests' PostgreSQL archives nothing.
    expect(numberOf(before, 'keyhold_archiving_failed')).toBe(0);
    expect(numberOf(before, 'keyhold_audit_logs_broken')).toBe(0);
    expect(numberOf(before, 'keyhold_certificate_end_timestamp_seconds')).toBeUndefined();
    expect(Math.abs(numberOf(before, 'keyhold_clock_offset_seconds') ?? Number.NaN)).toBeLessThan(1);
    await everywhere((tx) =>
      tx
        .updateTable('upkeep')
        .set({
          'backup-made-on': sql`now() - interval '2 days'`,
          'backup-error': 'There is no folder.',
          'audit-broken': 2,
          'certificate-ends-on': new Date('2027-01-02T00:00:00Z'),
        })
        .execute(),
    );
    const after = await readAgain();
    expect(numberOf(after, 'keyhold_backup_age_seconds')).toBeGreaterThanOrEqual(172_800);
    expect(numberOf(after, 'keyhold_backup_failed')).toBe(1);
    expect(numberOf(after, 'keyhold_audit_logs_broken')).toBe(2);
    expect(numberOf(after, 'keyhold_certificate_end_timestamp_seconds')).toBe(Date.UTC(2027, 0, 2) / 1000);
  });

  it('omits values that an older server has not counted', async () => {
    await everywhere((tx) =>
      tx
        .updateTable('metrics-sample')
        .set({ counted: JSON.stringify({ mails: 7, leases: { free: 5 } }), 'counted-on': sql`now()` })
        .execute(),
    );
    const text = (await read()).body;
    expect([numberOf(text, 'keyhold_outbox_mails'), numberOf(text, 'keyhold_leases{state="free"}')]).toEqual([7, 5]);
    expect(text).not.toMatch(/^keyhold_(outbox_stalled_seconds|webhooks|backup_age_seconds)[ {]/m);
  });

  it('counts seats whose release was not acknowledged', async () => {
    const metrics = createMetrics(test.services);
    const { acmeUser } = test.people;
    const license = await issueLicense(test, test.accounts.acme);
    await everywhere((tx) =>
      tx
        .updateTable('licenses')
        .set({
          'lease-state': 'releasing',
          'lease-id': sql`"new-id"()`,
          'holder-id': acmeUser.id,
          'leased-on': sql`now() - interval '2 minutes'`,
          'expires-at': sql`now() - interval '1 second'`,
        })
        .where('id', '=', license.key)
        .execute(),
    );
    await createSweep(test.services, metrics.countUnanswered)();
    await createSweep(test.services, metrics.countUnanswered)();
    expect(numberOf(await metrics.read(), 'keyhold_releases_unanswered_total')).toBe(1);
  });

  it('counts whole tables once for all servers, however often they are read', async () => {
    await test.app.inject({ url: '/metrics', headers: { authorization: `Bearer ${token}` } });
    const metrics = createMetrics(test.services);
    const counted = async () => {
      const transactions = await recordStatements(
        async () => void (await Promise.all([metrics.read(), metrics.read()])),
      );
      return transactions.flatMap(({ reads }) => reads).filter(({ text }) => text.includes('from licenses')).length;
    };
    expect(await counted()).toBe(0);
    await inTransaction(test.services.db, 'every account', (tx) =>
      tx
        .updateTable('metrics-sample')
        .set({ 'counted-on': new Date(0) })
        .execute(),
    );
    await issueLicense(test, test.accounts.acme);
    expect(await counted()).toBe(1);
    expect(numberOf((await read()).body, 'keyhold_leases{state="free"}')).toBe(3);
  });

  it('counts open streams', async () => {
    const address = await test.app.listen({ host: '127.0.0.1', port: 0 });
    const ended = new AbortController();
    const stream = await fetch(`${address}/events/v1/changes`, {
      headers: { authorization: `Bearer ${test.people.acmeAdmin.token}` },
      signal: ended.signal,
    });
    expect(stream.status).toBe(200);
    expect(numberOf((await read()).body, 'keyhold_event_streams')).toBe(1);
    ended.abort();
    await expect.poll(async () => numberOf((await read()).body, 'keyhold_event_streams')).toBe(0);
  });

  it('omits database counts when the database is unreachable', async () => {
    const other = await createTestApp({ measure: createMetrics, metricsToken: token });
    await other.app.inject({ url: '/metrics', headers: { authorization: `Bearer ${token}` } });
    await other.services.db.destroy();
    const reply = await other.app.inject({ url: '/metrics', headers: { authorization: `Bearer ${token}` } });
    expect(reply.statusCode).toBe(200);
    expect(numberOf(reply.body, 'keyhold_database_up')).toBe(0);
    expect(reply.body).not.toMatch(/^keyhold_(outbox_mails|leases\{)/m);
    await other.close();
  });
});

it('an unresponsive database delays only its own metrics', async () => {
  const held = await test.services.db.startTransaction().execute();
  await sql`lock table "metrics-sample" in access exclusive mode`.execute(held);
  const text = (await read()).body;
  await held.rollback().execute();
  expect(numberOf(text, 'keyhold_database_up')).toBe(0);
  expect(numberOf(text, 'keyhold_database_connections{state="in-use"}')).toBeGreaterThan(0);
  await expect.poll(async () => numberOf((await read()).body, 'keyhold_database_up')).toBe(1);
});

describe('metrics on a separate port', () => {
  it('are served at /metrics and nowhere else', async () => {
    const server = createMetricsServer(createMetrics(test.services), test.services.log);
    const port = await freePort();
    await server.listen('127.0.0.1', port);
    const reply = await fetch(`http://127.0.0.1:${port}/metrics`);
    expect([reply.status, numberOf(await reply.text(), 'keyhold_database_up')]).toEqual([200, 1]);
    for (const path of ['/', '/iam/v1/tags', '/metrics/x']) {
      expect((await fetch(`http://127.0.0.1:${port}${path}`)).status).toBe(404);
    }
    await server.close();
    await expect(fetch(`http://127.0.0.1:${port}/metrics`)).rejects.toThrow();
  });
});
