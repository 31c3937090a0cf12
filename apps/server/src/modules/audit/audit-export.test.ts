import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { sql } from 'kysely';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { inTransaction } from '../../db/database.ts';

const logged: { level: number; msg: string }[] = [];
let test: TestApp;
let url: string;
beforeAll(async () => {
  test = await createTestApp({
    log: pino({ level: 'error' }, { write: (line) => void logged.push(JSON.parse(line)) }),
  });
  url = await test.app.listen({ host: '127.0.0.1', port: 0 });
  // More than the buffers between server and client hold, so that the server waits for the client to read.
  await inTransaction(test.services.db, 'every account', (tx) =>
    sql`insert into audit ("account-id", actor, action, resource, after)
      select ${test.accounts.acme}, '{"rn":null,"name":"Keyhold"}', 'iam:UpdateTag', 'a', to_jsonb(repeat('x', 10000))
      from generate_series(1, 3500)`.execute(tx),
  );
});
afterAll(() => test.close());

async function open(): Promise<IncomingMessage> {
  const headers = { authorization: test.people.acmeAdmin.token };
  const [response] = (await once(get(`${url}/iam/v1/audit/export`, { headers, agent: false }), 'response')) as [
    IncomingMessage,
  ];
  return response;
}

it('closes the connection when an export fails, so that the client detects it', async () => {
  const response = await open();
  expect(response.statusCode).toBe(200);
  const owner = new pg.Client({ connectionString: test.connectionString });
  await owner.connect();
  await owner.query('revoke select on audit from keyhold_app');
  try {
    const failed = once(response, 'error').catch((error: unknown) => [error]);
    response.resume();
    expect(await failed).toMatchObject([{ code: 'ECONNRESET' }]);
    expect(response.complete).toBe(false);
    expect(logged).toMatchObject([{ msg: 'An export of the audit log failed; its connection is closed.' }]);
  } finally {
    await owner.query('grant select on audit to keyhold_app');
    await owner.end();
  }
});

it('completes the response when an export succeeds', async () => {
  const response = await open();
  response.resume();
  await once(response, 'end');
  expect(response.complete).toBe(true);
});
