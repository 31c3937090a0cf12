import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { soon } from '../../../../../../test/soon.ts';
import { createTestDatabase, type TestDatabase } from '../../../../test/database/database.ts';
import { testInstallation } from '../../../../test/installation.ts';
import { startNodeJobs } from '../../../../test/jobs.ts';
import { keyIn } from '../../../../test/receivers/mails.ts';
import { connect, type Database, inTransaction } from '../../../db/database.ts';
import { listJobs } from '../../../jobs/jobs.ts';
import { addJobs } from '../../../queue/add-jobs.ts';
import { openSecretBox } from '../../../secrets/secret-box.ts';
import { createDenials } from '../../usage/denials.ts';
import { answerPendingResets, answerReset } from './answer-reset.ts';

let database: TestDatabase;
let db: Database;
let active: string;
let inactive: string;

beforeAll(async () => {
  database = await createTestDatabase();
  db = connect(database.connectionString, 10);
  active = await createAccount('Acme', 'Active');
  inactive = await createAccount('Birch', 'Inactive');
});
afterEach(() =>
  inTransaction(db, 'every account', async (tx) => {
    for (const table of ['outbox', 'activation-keys', 'reset-requests', 'link-mails'] as const)
      await tx.deleteFrom(table).execute();
    await tx.updateTable('users').set({ 'deleted-on': sql`now()` }).execute();
  }),
);
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

describe('A request for a reset', () => {
  it.each(['ada@acme.example', 'ADA@Acme.Example'])(
    'of a known e-mail mails a link for its user: %s',
    async (email) => {
      const user = await createUser('ada@acme.example', 'Active');
      const [id, waiting] = [await request(email), await request('bea@acme.example')];
      await answer(id);
      expect(await handled(waiting)).toMatchObject({ 'handled-on': null });
      const [mail] = await mails();
      expect(mail).toMatchObject({
        recipient: 'ada@acme.example',
        subject: 'Reset your Keyhold password',
        'account-id': active,
      });
      expect(mail?.text).toContain('Hello Ada Berg,');
      const [key] = await keys();
      expect(key).toMatchObject({ 'user-id': user, purpose: 'reset', 'ended-on': null });
      expect(key?.hash).toEqual(createHash('sha256').update(keyIn(mail?.text)).digest());
      expect(key && key['expires-on'].getTime() - key['created-on'].getTime()).toBe(86_400_000);
      expect(await audited(user)).toEqual(['iam:RequestPasswordReset']);
    },
  );

  it('of a Pending user mails a new activation link', async () => {
    await createUser('ada@acme.example', 'Pending');
    await answer(await request('ada@acme.example'));
    expect((await mails())[0]).toMatchObject({ subject: 'Activate your Keyhold account' });
    expect((await mails())[0]?.text).toContain('within 30 days');
    expect((await keys())[0]).toMatchObject({ purpose: 'activation' });
  });

  it.each([
    ['nobody', () => Promise.resolve('')],
    ['an Inactive user', () => createUser('ada@acme.example', 'Inactive')],
    ['a user of an Inactive account', () => createUser('ada@acme.example', 'Active', inactive)],
    [
      'a deleted user',
      async () => {
        const id = await createUser('ada@acme.example', 'Active');
        await inTransaction(db, 'every account', (tx) =>
          tx.updateTable('users').set({ 'deleted-on': sql`now()` }).where('id', '=', id).execute(),
        );
      },
    ],
  ])('of %s mails nothing', async (_who, create) => {
    await create();
    const id = await request('ada@acme.example');
    await answer(id);
    expect(await mails()).toEqual([]);
    expect(await keys()).toEqual([]);
    expect(await handled(id)).toMatchObject({ 'handled-on': expect.any(Date), mailed: false });
  });

  it.each(['Active', 'Pending'] as const)(
    'of an %s user revokes no other link, which a stranger might',
    async (status) => {
      await createUser('ada@acme.example', status);
      await answer(await request('ada@acme.example'));
      await answer(await request('ada@acme.example'));
      expect((await keys()).filter((key) => key['ended-on'] === null)).toHaveLength(2);
    },
  );

  it('is answered once by concurrent nodes', async () => {
    await createUser('ada@acme.example', 'Active');
    const id = await request('ada@acme.example');
    await Promise.all([answer(id), answer(id), answer(id)]);
    await answer(id);
    expect(await mails()).toHaveLength(1);
  });

  it('mails at most five times per hour to one address, even for concurrent requests', async () => {
    await createUser('ada@acme.example', 'Active');
    await createUser('bea@acme.example', 'Active');
    const spellings = ['ada@acme.example', 'Ada@acme.example', 'ADA@ACME.EXAMPLE'];
    const ids = await Promise.all(Array.from({ length: 9 }, (_, index) => request(spellings[index % 3] ?? '')));
    await Promise.all(ids.map(answer));
    expect(await mails()).toHaveLength(5);

    await answer(await request('bea@acme.example'));
    expect((await mails()).filter((mail) => mail.recipient === 'bea@acme.example')).toHaveLength(1);

    await inTransaction(db, 'every account', (tx) =>
      tx.updateTable('link-mails').set({ on: sql`"on" - interval '61 minutes'` }).execute(),
    );
    await answer(await request('ada@acme.example'));
    expect((await mails()).filter((mail) => mail.recipient === 'ada@acme.example')).toHaveLength(6);
  });
});

describe('Requests in the background', () => {
  it('are answered when their transaction commits', async () => {
    await createUser('ada@acme.example', 'Active');
    const jobs = await start();
    await inTransaction(db, 'every account', async (tx) => {
      const { id } = await tx
        .insertInto('reset-requests')
        .values({ email: 'ada@acme.example' })
        .returning('id')
        .executeTakeFirstOrThrow();
      await addJobs(tx, 'reset-password', [{ id }]);
    });
    await vi.waitUntil(async () => (await mails()).length > 0, soon);
    await jobs.stop();
  });

  it('are answered after a node died while it answered them', async () => {
    await createUser('ada@acme.example', 'Active');
    await request('ada@acme.example');
    await answerPendingResets(db);
    await sql`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'dead', attempts = 1`.execute(db);
    const jobs = await start();
    await vi.waitUntil(async () => (await mails()).length > 0, soon);
    await jobs.stop();
  });

  it('are deleted a day after they were answered', async () => {
    const [old, recent, waiting] = [
      await request('a@b.example'),
      await request('c@d.example'),
      await request('e@f.example'),
    ];
    await answer(old);
    await answer(recent);
    await inTransaction(db, 'every account', (tx) =>
      tx
        .updateTable('reset-requests')
        .set({ 'handled-on': sql`now() - interval '25 hours'` })
        .where('id', '=', old)
        .execute(),
    );
    await answerPendingResets(db);
    const left = await inTransaction(db, 'every account', (tx) =>
      tx.selectFrom('reset-requests').select('id').execute(),
    );
    expect(left.map((row) => row.id).sort()).toEqual([recent, waiting].sort());
  });
});

function start() {
  const log = pino({ level: 'silent' });
  const secrets = openSecretBox({ given: [], file: '', make: false });
  const denials = createDenials(db, log);
  const services = { db, log, installation: testInstallation, denials, secrets, tracing: null };
  const { connectionString } = database;
  const settings = { connectionString, mailFrom: 'Keyhold <a@b.example>', purgeDays: 30, webhooksAllowPrivate: false };
  return startNodeJobs(listJobs(services, settings), { connectionString, log });
}

function answer(id: string): Promise<void> {
  return answerReset({ db, installation: testInstallation }, id);
}

async function createAccount(name: string, status: 'Active' | 'Inactive'): Promise<string> {
  return inTransaction(db, 'every account', async (tx) => {
    const { id } = await tx.insertInto('accounts').values({ name, status }).returning('id').executeTakeFirstOrThrow();
    return id;
  });
}

async function createUser(email: string, status: 'Pending' | 'Active' | 'Inactive', account = active): Promise<string> {
  return inTransaction(db, 'every account', async (tx) => {
    const { id } = await tx
      .insertInto('users')
      .values({ 'account-id': account, email, 'first-name': 'Ada', 'last-name': 'Berg', status })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  });
}

async function request(email: string): Promise<string> {
  return inTransaction(db, 'every account', async (tx) => {
    const { id } = await tx.insertInto('reset-requests').values({ email }).returning('id').executeTakeFirstOrThrow();
    return id;
  });
}

function mails() {
  return inTransaction(db, 'every account', (tx) => tx.selectFrom('outbox').selectAll().orderBy('id').execute());
}

function keys() {
  return inTransaction(db, 'every account', (tx) => tx.selectFrom('activation-keys').selectAll().execute());
}

function handled(id: string) {
  return inTransaction(db, 'every account', (tx) =>
    tx.selectFrom('reset-requests').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
  );
}

async function audited(user: string): Promise<string[]> {
  const rows = await inTransaction(db, 'every account', (tx) =>
    tx.selectFrom('audit').select('action').where('resource', 'like', `%${user}`).execute(),
  );
  return rows.map((row) => row.action);
}
