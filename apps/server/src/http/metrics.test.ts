import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { freePort } from '../../test/free-port.ts';
import { issueLicense } from '../../test/issued-licenses.ts';
import { recordStatements } from '../../test/lists/recorded-statements.ts';
import { inTransaction } from '../db/database.ts';
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

/** The value of a line of the text format. */
function numberOf(text: string, series: string): number | undefined {
  const line = text.split('\n').find((one) => one.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length));
}

describe('/metrics', () => {
  it('is not there without a token in the configuration', async () => {
    const other = await createTestApp({ measure: createMetrics });
    expect((await other.app.inject('/metrics')).statusCode).toBe(404);
    await other.close();
  });

  it('is for who knows the token', async () => {
    for (const wrong of ['', 'Bearer', 'Bearer wrong', token, `Bearer ${token}x`]) {
      const reply = await read(wrong);
      expect([wrong, reply.statusCode, reply.headers['www-authenticate']]).toEqual([wrong, 401, 'Bearer']);
    }
    const reply = await read();
    expect(reply.statusCode).toBe(200);
    expect(reply.headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/);
  });

  it('counts requests by call and class of status', async () => {
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

  it('says what the database, the pool, the streams and the process have to do', async () => {
    await issueLicense(test, test.accounts.acme);
    await inTransaction(test.services.db, 'every account', (tx) =>
      tx
        .updateTable('metrics-sample')
        .set({ 'counted-on': new Date(0) })
        .execute(),
    );
    await test.as(null, 'POST /auth/v1/reset', { email: test.people.acmeUser.email });
    const text = (await read()).body;
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

  it('counts whole tables once for all servers, however often they are asked', async () => {
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
    expect(numberOf((await read()).body, 'keyhold_leases{state="free"}')).toBe(2);
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

  it('says nothing of what it cannot ask the database', async () => {
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

describe('metrics on a port of their own', () => {
  it('answer at /metrics and nowhere else', async () => {
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
