import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished, vi } from 'vitest';
import { soon } from '../../../../test/soon.ts';
import { createTestApp, testPassword } from '../../test/app.ts';
import { freePort } from '../../test/free-port.ts';
import { consume, createLicense, everyone } from '../../test/licensing/leases.ts';
import { type CollectedSpan, startTraceCollector } from '../../test/receivers/trace-collector.ts';
import { createWebhookTest } from '../../test/receivers/webhooks.ts';

/** A collector, and the settings of a server that sends all its traces to it. */
async function openCollector() {
  const collector = await startTraceCollector();
  onTestFinished(() => collector.close());
  const environment = {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-collector-key=sesame',
  };
  return { collector, environment };
}

/** All descendants of a span. */
function below(span: CollectedSpan | undefined, all: readonly CollectedSpan[]): CollectedSpan[] {
  const children = all.filter(({ parentSpanId }) => span && parentSpanId === span.spanId);
  return [...children, ...children.flatMap((child) => below(child, all))];
}

/** Sends the body after the headers, so that the body is read in the connection's context and not in the request's. */
async function sendSlowly(url: string, token: string, body: unknown): Promise<IncomingMessage> {
  const sent = request(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
  });
  sent.flushHeaders();
  await wait(100);
  sent.end(JSON.stringify(body));
  const [reply] = (await once(sent, 'response')) as [IncomingMessage];
  for await (const _ of reply);
  return reply;
}

it('the trace of a request is found by the request id, with each round trip to the database', async () => {
  const { collector, environment } = await openCollector();
  const test = await createTestApp({ environment });
  const tag = { name: 'Riverside crew', description: 'Sings', 'account-id': test.accounts.acme };
  const address = await test.app.listen({ host: '127.0.0.1', port: 0 });
  const create = () => sendSlowly(`${address}/iam/v1/tags`, test.people.acmeAdmin.token, tag);
  const [made, again] = [await create(), await create()];
  expect([made.statusCode, again.statusCode]).toEqual([201, 409]);
  const signedIn = await test.app.inject({
    method: 'POST',
    url: '/auth/v1/authorize',
    payload: { username: test.people.acmeUser.email, password: testPassword },
  });
  expect(signedIn.statusCode).toBe(200);
  await test.close();

  const spans = collector.spans();
  const of = (id: unknown) => spans.find(({ attributes }) => attributes['keyhold.request-id'] === id);
  const created = of(made.headers['x-request-id']);
  expect(created).toMatchObject({
    name: 'POST /iam/v1/tags',
    attributes: {
      'http.request.method': 'POST',
      'http.route': '/iam/v1/tags',
      'http.response.status_code': 201,
      'keyhold.call': 'createTag',
      'keyhold.account': test.accounts.acme,
    },
  });
  const trips = below(created, spans);
  expect(trips.map(({ name }) => name)).toContain('database');
  expect(trips.every(({ traceId }) => traceId === created?.traceId)).toBe(true);
  expect(trips.some(({ attributes }) => String(attributes['db.query.text']).includes('insert into "tags"'))).toBe(true);
  // The database's error code, not its message, which quotes user input.
  const refused = below(of(again.headers['x-request-id']), spans);
  expect(refused.map(({ status }) => status.message)).toContain('23505');
  expect(collector.headers[0]?.['x-collector-key']).toBe('sesame');
  for (const secret of [
    'Riverside crew',
    test.people.acmeAdmin.token,
    test.people.acmeUser.email,
    testPassword,
    signedIn.json().token,
  ]) {
    expect(collector.text()).not.toContain(secret);
  }
});

it('a job has a trace that contains the webhook it sends', async () => {
  const { collector, environment } = await openCollector();
  const test = await createWebhookTest({ environment });
  const here = await test.openAccount();
  await here.create();
  await createLicense(test, here.account, everyone);
  await consume(test, here.ugo, test.product);
  await vi.waitFor(() => expect(here.receiver.received).not.toEqual([]), soon);
  await here.receiver.close();
  await test.close();
  const spans = collector.spans();
  const sent = spans.find(({ name }) => name === 'webhook');
  expect(sent?.attributes).toMatchObject({ 'server.address': '127.0.0.1', 'http.response.status_code': 204 });
  const job = spans.find(({ spanId }) => spanId === sent?.parentSpanId);
  expect(job?.name).toBe('job deliver-webhook');
  expect(below(job, spans).filter(({ name }) => name === 'database')).not.toEqual([]);
});

it('an unavailable collector delays no request', async () => {
  const test = await createTestApp({
    environment: { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${await freePort()}` },
  });
  expect((await test.as(test.people.acmeAdmin, 'GET /iam/v1/tags')).status).toBe(200);
  await test.close();
});

it('without a collector, queries are not wrapped, and OpenTelemetry is not loaded', async () => {
  const test = await createTestApp();
  expect(test.services.tracing).toBeNull();
  const client = await test.services.db.pool.connect();
  expect(Object.hasOwn(client, 'query')).toBe(false);
  client.release();
  await test.close();
  const sources = fileURLToPath(new URL('..', import.meta.url));
  const naming: string[] = [];
  for (const file of await readdir(sources, { recursive: true })) {
    if (!file.endsWith('.ts') || file.endsWith('.test.ts')) continue;
    const text = await readFile(join(sources, file), 'utf8');
    if (text.includes('@opentelemetry/')) naming.push(file);
    expect(text, file).not.toMatch(/^import .*@opentelemetry\//m);
  }
  expect(naming).toEqual([join('tracing', 'open-tracing.ts')]);
});
