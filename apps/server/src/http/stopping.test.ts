import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createTestApp } from '../../test/app.ts';
import { createTestDatabase, type TestDatabase } from '../../test/database/database.ts';
import { freePort } from '../../test/free-port.ts';
import { consume, createLicense, createProduct, everyone } from '../../test/licensing/leases.ts';
import { connect, type Database } from '../db/database.ts';
import { readConfiguration } from '../start/configuration.ts';
import { type RunningServer, startServer } from '../start/server.ts';

/** The whole server on its own database, without demo. */
let database: TestDatabase;
let db: Database;
let folder: string;
beforeAll(async () => {
  database = await createTestDatabase();
  db = connect(database.connectionString, 2);
  folder = await mkdtemp(join(tmpdir(), 'keyhold-stopping-'));
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

async function start(environment: NodeJS.ProcessEnv = {}): Promise<{ server: RunningServer; port: number }> {
  const port = await freePort();
  const configuration = readConfiguration(['--port', String(port), '--data', folder, '--no-demo'], environment);
  if (!configuration) throw new Error('There is no configuration.');
  const server = await startServer(configuration, database.connectionString, pino({ level: 'silent' }));
  await server.listen();
  return { server, port };
}

interface Answer {
  readonly status: number | undefined;
  readonly connection: string | undefined;
  readonly body: string;
}

function ask(port: number, path: string, options: { agent?: Agent; body?: object } = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      {
        port,
        path,
        host: '127.0.0.1',
        agent: options.agent,
        method: options.body ? 'POST' : 'GET',
        headers: { 'content-type': 'application/json' },
      },
      (response) => {
        let body = '';
        response.on('data', (chunk) => {
          body += chunk;
        });
        response.on('end', () =>
          resolve({ status: response.statusCode, connection: response.headers.connection, body }),
        );
      },
    );
    request.on('error', reject);
    request.end(options.body && JSON.stringify(options.body));
  });
}

/** Blocks every sign-in attempt until the returned function is called or the test ends. */
async function holdSignIn(): Promise<() => Promise<void>> {
  const held = await db.startTransaction().execute();
  await sql`lock table attempts in access exclusive mode`.execute(held);
  const release = async () => {
    if (!held.isRolledBack) await held.rollback().execute();
  };
  onTestFinished(release);
  return release;
}

/** The number of sign-in attempts that wait for that lock. The purge at server start may wait for it, too. */
async function countWaiting(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_locks join pg_stat_activity using (pid)
    where relation = 'attempts'::regclass and not granted
      and datname = current_database() and query like '%insert into attempts%'`.execute(db);
  return rows[0]?.count ?? 0;
}

describe('a server that stops', () => {
  it('finishes requests in flight, accepts no new ones, and closes old connections', async () => {
    const { server, port } = await start();
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    expect((await ask(port, '/readyz', { agent })).status).toBe(200);
    const release = await holdSignIn();
    const slow = ask(port, '/auth/v1/authorize', { body: { username: randomUUID(), password: 'whatever it is' } });
    await expect.poll(countWaiting).toBe(1);

    const closed = server.close();
    await expect
      .poll(() =>
        ask(port, '/healthz').then(
          () => 'answers',
          () => 'refuses',
        ),
      )
      .toBe('refuses');
    let ended = false;
    void closed.then(() => {
      ended = true;
    });
    expect(ended).toBe(false);
    await release();
    const answer = await slow;
    expect([answer.status, JSON.parse(answer.body).errors]).toEqual([401, ['Invalid email or password']]);
    expect(answer.connection).toBe('close');
    await closed;
    agent.destroy();
  });
});

describe('a server with a drain delay', () => {
  it('becomes unready at once, and answers every request until the delay is over', async () => {
    const { server, port } = await start({ KEYHOLD_DRAIN_SECONDS: '5' });
    const closed = server.close();
    const ready = await ask(port, '/readyz');
    expect([ready.status, JSON.parse(ready.body)]).toEqual([503, { status: 'This server is stopping.' }]);
    const other = await ask(port, '/console-config.json');
    expect([other.status, other.connection]).toEqual([200, 'close']);
    await closed;
    await expect(ask(port, '/healthz')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });
});

describe('a waiting request when a server stops', () => {
  it('is answered at once, and asked to reconnect', async () => {
    const test = await createTestApp();
    const subscribe = vi.spyOn(test.services.changes, 'subscribe');
    const person = test.people.acmeUser;
    const product = await createProduct(test);
    await createLicense(test, test.accounts.acme, everyone);
    const { lease } = await consume(test, person, product);
    const waiting = test.as(person, `GET /license/v1/leases/${lease.id}/wait?epoch=${lease.epoch}&timeout=60`);
    await expect.poll(() => subscribe.mock.calls.length).toBeGreaterThan(0);
    test.stop();
    const reply = await waiting;
    expect([reply.status, reply.body.items]).toEqual([200, []]);

    const stream = await test.as(person, `GET /license/v1/leases/${lease.id}/events`);
    expect([stream.status, stream.headers['retry-after'], stream.body.errors]).toEqual([
      503,
      '1',
      ['This server is stopping. Connect again.'],
    ]);
    await test.close();
  });
});

describe('a request to a server that stops', () => {
  it('is refused if it only reads, and executed if it changes something', async () => {
    const test = await createTestApp();
    const { acmeAdmin } = test.people;
    test.stop();
    const reading = await test.as(acmeAdmin, 'GET /iam/v1/tags');
    expect([reading.status, reading.headers['retry-after']]).toEqual([503, '1']);
    const change = await test.as(acmeAdmin, 'POST /iam/v1/tags', {
      'account-id': test.accounts.acme,
      name: 'Last words',
    });
    expect(change.status).toBe(201);
    await test.close();
  });
});
