import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type Person, type TestApp } from '../../../test/app.ts';
import { execute } from '../../../test/database/database.ts';
import { inTransaction, type Transaction } from '../../db/database.ts';
import { usualChunks } from '../../queue/chunks.ts';
import { cascadeAccounts, cascadeChunk, rowsPerChunk } from './cascade-accounts.ts';

let test: TestApp;
let account: string;
let owner: Person;
/** The last person by id, whom only the last chunk reaches. */
let last: Person;
const many = 2 * rowsPerChunk;

beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  account = await test.createAccount(`Large ${crypto.randomUUID()}`);
  owner = await test.createPerson(account, 'Owner', 'Account Administrator');
  await everywhere((tx) =>
    sql`insert into users ("account-id", email, "first-name", "last-name", status)
      select ${account}, n || '@' || ${account}::text || '.example', 'Ada', 'Number ' || n, 'Active'
      from generate_series(1, ${many}::int) as n`.execute(tx),
  );
  last = await test.createPerson(account, 'Last', null);
});

const everywhere = <Result>(work: Parameters<typeof inTransaction<Result>>[2]) =>
  inTransaction(test.services.db, 'every account', work);
const root = (path: Parameters<typeof test.as>[1], body?: object) => test.as(test.people.root, path, body);
const cascade = () => cascadeAccounts(test.services.db, usualChunks);

async function people(): Promise<{ live: number; all: number }> {
  const { rows } = await everywhere((tx) =>
    sql<{
      live: number;
      all: number;
    }>`select count(*) filter (where "deleted-on" is null)::int as live, count(*)::int as all
      from users where "account-id" = ${account}`.execute(tx),
  );
  return rows[0] as { live: number; all: number };
}

/** The rows of people that this connection has read. */
async function readSoFar(tx: Transaction): Promise<number> {
  const { rows } = await sql<{ read: number }>`
    select (seq_tup_read + idx_tup_fetch)::int as read from pg_stat_xact_user_tables where relname = 'users'`.execute(
    tx,
  );
  return rows[0]?.read ?? 0;
}

describe('a large account that is deleted', () => {
  it('is gone at once, and its people follow in chunks', async () => {
    const session = await test.as(last, `GET /iam/v1/users/${last.id}/preferences`);
    expect(session.status).toBe(200);
    expect((await root(`DELETE /admin/v1/accounts/${account}`)).status).toBe(200);
    expect((await people()).live).toBe(many + 2 - rowsPerChunk);
    expect((await root(`GET /iam/v1/users/${last.id}`)).status).toBe(404);
    expect((await test.as(last, `GET /iam/v1/users/${last.id}/preferences`)).status).toBe(401);
    expect((await root(`PUT /iam/v1/users/${last.id}/status`, { status: 'Inactive' })).status).toBe(404);
    await cascade();
    expect((await people()).live).toBe(0);
  });

  it('leaves its e-mails free at once, and restores none that was taken', async () => {
    await root(`DELETE /admin/v1/accounts/${account}`);
    const fields = { email: last.email.toUpperCase(), 'first-name': 'Other', 'last-name': 'Person' };
    const made = await root('POST /iam/v1/users', { ...fields, 'account-id': test.accounts.acme });
    expect(made.status).toBe(201);
    await cascade();
    expect((await root(`POST /admin/v1/accounts/${account}/restore`)).status).toBe(200);
    await cascade();
    expect(await people()).toEqual({ live: many + 1, all: many + 2 });
  });

  it('is restored with the same people, also while it is still being deleted, and deleted again while it is restored', async () => {
    await root(`DELETE /iam/v1/users/${owner.id}`);
    await root(`DELETE /admin/v1/accounts/${account}`);
    await root(`POST /admin/v1/accounts/${account}/restore`);
    await root(`DELETE /admin/v1/accounts/${account}`);
    await cascade();
    expect((await people()).live).toBe(0);
    await root(`POST /admin/v1/accounts/${account}/restore`);
    await cascade();
    // The owner was deleted before the account.
    expect((await people()).live).toBe(many + 1);
    expect((await root(`GET /admin/v1/accounts/${account}`)).status).toBe(200);
  });

  it('reads no more rows for a late chunk than the chunk itself, also with statistics from before', async () => {
    const more = 12 * rowsPerChunk;
    await everywhere((tx) =>
      sql`insert into users ("account-id", email, "first-name", "last-name", status)
        select ${account}, n || '@more.example', 'Ada', 'Number ' || n, 'Active' from generate_series(1, ${more}::int) as n`.execute(
        tx,
      ),
    );
    const marks = {
      deletion: sql`update accounts set cascading = 'deletion', "cascaded-on" = now(), "deleted-on" = now() where id = ${account}`,
      restoration: sql`update accounts set cascading = 'restoration', "deleted-on" = null where id = ${account}`,
    };
    const cascadeOne = (tx: Transaction) => cascadeChunk(tx, account, rowsPerChunk, { looksForTaken: false });
    for (const mark of Object.values(marks)) {
      await everywhere((tx) => mark.execute(tx));
      // With statistics, the planner knows that any 500 rows of the table will do, and that nearly all are alike.
      await execute(test.connectionString, 'analyze users');
      for (let chunk = 0; chunk < 8; chunk += 1) await everywhere(cascadeOne);
      const read = await everywhere(async (tx) => {
        const before = await readSoFar(tx);
        await cascadeOne(tx);
        return (await readSoFar(tx)) - before;
      });
      // The rows are found, locked and changed.
      expect(read).toBe(3 * rowsPerChunk);
      await cascade();
    }
  });

  it('ends each session that began before, although its row does not say so yet', async () => {
    await everywhere((tx) =>
      sql`insert into sessions ("user-id", "account-id", "expires-on", address, "user-agent")
        select ${owner.id}, ${account}, now() + interval '1 hour', '', '' from generate_series(1, ${many}::int)`.execute(
        tx,
      ),
    );
    expect((await test.as(last, `GET /iam/v1/users/${last.id}/preferences`)).status).toBe(200);
    expect((await root(`PUT /admin/v1/accounts/${account}/status`, { status: 'Inactive' })).status).toBe(200);
    expect((await test.as(last, `GET /iam/v1/users/${last.id}/preferences`)).status).toBe(401);
    expect((await root(`PUT /admin/v1/accounts/${account}/status`, { status: 'Active' })).status).toBe(200);
    expect((await test.as(last, `GET /iam/v1/users/${last.id}/preferences`)).status).toBe(401);
    await cascade();
    const { rows } = await everywhere((tx) =>
      sql`select from sessions where "account-id" = ${account} and "ended-on" is null`.execute(tx),
    );
    expect(rows).toEqual([]);
  });
});
