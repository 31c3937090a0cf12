import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp, testPassword } from '../../test/app.ts';
import { inTransaction } from '../db/database.ts';
import { listJobs } from '../jobs/jobs.ts';
import { startJobs } from '../jobs/start-jobs.ts';
import type { Running } from '../queue/worker.ts';
import { createLogger } from '../start/logger.ts';

let text = '';
let test: TestApp;
let jobs: Running;
beforeAll(async () => {
  test = await createTestApp({
    log: createLogger('trace', {
      write: (line) => {
        text += line;
      },
    }),
  });
  const { services, connectionString } = test;
  const settings = {
    connectionString,
    mailFrom: 'Keyhold <no-reply@keyhold.example>',
    purgeDays: 30,
    webhooksAllowPrivate: false,
  };
  jobs = await startJobs(listJobs(services, settings), {
    connectionString,
    listener: services.listener,
    log: services.log,
  });
});
afterAll(async () => {
  await jobs.stop();
  await test.close();
});

interface Line {
  readonly level: number;
  readonly msg: string;
  readonly [field: string]: unknown;
}

const lines = (): Line[] =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line);

const answers = (): Line[] => lines().filter((line) => line.msg === 'A request was answered.');

async function keyInMailTo(email: string): Promise<string> {
  const mails = () =>
    inTransaction(test.services.db, 'every account', (tx) =>
      tx.selectFrom('outbox').select('text').where('recipient', '=', email).execute(),
    );
  await expect.poll(mails).not.toEqual([]);
  const key = /activation-key=([\w-]+)/.exec((await mails())[0]?.text ?? '')?.[1];
  if (!key) throw new Error('The mail has no link.');
  return key;
}

describe('the log', () => {
  it('has one line for each request: caller, call, status and duration', async () => {
    const { acmeAdmin } = test.people;
    const before = answers().length;
    const reply = await test.as(acmeAdmin, 'GET /iam/v1/tags?search=x');
    const added = answers().slice(before);
    expect(added).toEqual([
      {
        level: 30,
        time: expect.any(Number),
        'request-id': reply.headers['x-request-id'],
        method: 'GET',
        call: 'listTags',
        path: '/iam/v1/tags',
        status: 200,
        ms: expect.any(Number),
        account: acmeAdmin.accountId,
        user: acmeAdmin.rn,
        address: '127.0.0.1',
        msg: 'A request was answered.',
      },
    ]);
  });

  it('has a line for an unauthenticated request, and for a path that is not a call', async () => {
    const before = answers().length;
    await test.as(null, 'GET /iam/v1/tags');
    await test.app.inject('/nowhere?at=all');
    await test.app.inject('/healthz');
    expect(answers().slice(before)).toMatchObject([
      { call: 'listTags', status: 401 },
      { path: '/nowhere', status: 404, level: 30 },
      { path: '/healthz', status: 200, level: 20 },
    ]);
  });

  it('contains no secret at any level', async () => {
    const { acmeAdmin, acmeUser } = test.people;
    const secrets: Record<string, string> = { token: acmeAdmin.token, password: testPassword };
    const signIn = await test.as(null, 'POST /auth/v1/authorize', { username: acmeUser.email, password: testPassword });
    secrets['token of signing in'] = signIn.body.token;
    secrets['wrong password'] = 'a wrong one, mistyped';
    await test.as(null, 'POST /auth/v1/authorize', { username: acmeUser.email, password: secrets['wrong password'] });
    await test.as(null, 'POST /auth/v1/authorize', '{"username":"x","password":"correct horse battery"', {});

    const person = { email: 'newcomer@acme.example', 'first-name': 'New', 'last-name': 'Comer' };
    const created = await test.as(acmeAdmin, 'POST /iam/v1/users', { ...person, 'account-id': acmeAdmin.accountId });
    const newcomer = created.body.resources[0]?.rn ?? '';
    const link = { user: newcomer, sendEmail: true, validDays: 30 };
    const issued = await test.as(acmeAdmin, 'POST /auth/v1/activationLink', link, { 'idempotency-key': 'once-1' });
    expect(issued.body.errors).toEqual([]);
    secrets['activation key'] = issued.body.activationKey;
    secrets['activated password'] = 'chosen at activation';
    await test.app.inject(`/activate?activation-key=${secrets['activation key']}`);
    const activation = { 'activation-key': secrets['activation key'], 'new-password': secrets['activated password'] };
    const activated = await test.as(null, 'POST /auth/v1/activate', activation);
    expect(activated.body.errors).toEqual([]);
    secrets['token of activation'] = activated.body.token;

    const forgetful = await test.createPerson(test.accounts.acme, 'Forgetful', null);
    await test.as(null, 'POST /auth/v1/reset', { email: forgetful.email });
    secrets['reset key'] = await keyInMailTo(forgetful.email);
    secrets['reset password'] = 'chosen at the reset';
    const reset = { 'activation-key': secrets['reset key'], 'new-password': secrets['reset password'] };
    expect((await test.as(null, 'POST /auth/v1/activate', reset)).status).toBe(200);

    secrets['changed password'] = 'chosen in the profile';
    const passwords = {
      'current-password': secrets['activated password'],
      'new-password': secrets['changed password'],
    };
    const changed = await test.as(
      { ...acmeUser, token: activated.body.token },
      `PUT /iam/v1/users/${newcomer.split(':').at(-1)}/password`,
      passwords,
    );
    expect(changed.status).toBe(200);

    expect(answers().length).toBeGreaterThan(8);
    for (const [name, secret] of Object.entries(secrets)) {
      expect(secret.length, name).toBeGreaterThan(8);
      expect(text.includes(secret), name).toBe(false);
      expect(text.includes(encodeURIComponent(secret)), name).toBe(false);
    }
    expect(text).not.toMatch(/argon2|authorization"|Bearer /i);
  });

  it('omits the row that PostgreSQL adds to an error', () => {
    const error = Object.assign(new Error('null value in column "email"'), {
      code: '23502',
      detail: 'Failing row contains (0198, $argon2id$v=19$secret).',
    });
    const before = lines().length;
    test.services.log.error({ err: error }, 'A request failed.');
    const [line] = lines().slice(before);
    expect(line?.['err']).toMatchObject({ message: 'null value in column "email"', code: '23502' });
    expect(JSON.stringify(line)).not.toContain('secret');
  });
});

it('cuts a path at 200 characters', async () => {
  const path = `/iam/v1/users/${'x'.repeat(1_000)}`;
  await test.app.inject({ method: 'GET', url: `${path}?search=secret` });
  await test.app.inject({ method: 'GET', url: '/iam/v1/users/short?search=secret' });
  const paths = answers().map((line) => line['path']);
  expect(paths.slice(-2)).toEqual([path.slice(0, 200), '/iam/v1/users/short']);
});
