import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { execute } from '../../test/database/database.ts';
import { issueLicense } from '../../test/licensing/issued-licenses.ts';
import { inTransaction } from '../db/database.ts';
import { purge } from './purge.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

async function age(table: string, id: string, days: number): Promise<void> {
  await inTransaction(test.services.db, 'every account', (tx) =>
    sql`update ${sql.table(table)} set "deleted-on" = now() - make_interval(days => ${days}) where id::text = ${id}`.execute(
      tx,
    ),
  );
}

const isThere = async (table: string, id: string) => {
  const { rows } = await inTransaction(test.services.db, 'every account', (tx) =>
    sql`select from ${sql.table(table)} where id::text = ${id}`.execute(tx),
  );
  return rows.length === 1;
};

describe('a purge', () => {
  it('removes rows deleted long ago and keeps rows that can still be restored', async () => {
    const { acmeAdmin } = test.people;
    const old = await test.createPerson(test.accounts.acme, 'Old', 'Administrator');
    const recent = await test.createPerson(test.accounts.acme, 'Recent', null);
    for (const person of [old, recent]) await test.as(acmeAdmin, `DELETE /iam/v1/users/${person.id}`);
    await age('users', old.id, 31);
    await purge(test.services.db, 30);
    expect([await isThere('users', old.id), await isThere('users', recent.id)]).toEqual([false, true]);
    expect((await test.as(acmeAdmin, `POST /iam/v1/users/${recent.id}/restore`)).status).toBe(200);
    expect((await test.as(acmeAdmin, `POST /iam/v1/users/${old.id}/restore`)).status).toBe(404);
    expect(await isThere('users', acmeAdmin.id)).toBe(true);
  });

  it('keeps the bare row and the audit log of an account', async () => {
    const account = await test.createAccount('Forgotten Ltd');
    const person = await test.createPerson(account, 'Gone', 'Administrator');
    const { key } = await issueLicense(test, account);
    await test.as(test.people.root, `DELETE /admin/v1/accounts/${account}`);
    for (const [table, id] of [
      ['accounts', account],
      ['users', person.id],
      ['licenses', key],
    ] as const)
      await age(table, id, 31);
    await purge(test.services.db, 30);
    expect([await isThere('users', person.id), await isThere('licenses', key)]).toEqual([false, false]);
    const left = await inTransaction(test.services.db, 'every account', async (tx) => ({
      account: await tx.selectFrom('accounts').select('name').where('id', '=', account).executeTakeFirst(),
      audit: await tx.selectFrom('audit').select('seq').where('account-id', '=', account).execute(),
    }));
    expect(left.account).toEqual({ name: '' });
    expect(left.audit.length).toBeGreaterThan(0);
  });

  it('removes sessions a week after their end, and no active one', async () => {
    const person = await test.createPerson(test.accounts.birch, 'Sleeper', null);
    await inTransaction(test.services.db, 'every account', (tx) =>
      sql`update sessions set "ended-on" = now() - interval '8 days' where "user-id" = ${person.id}`.execute(tx),
    );
    await purge(test.services.db, 30);
    const { rows } = await inTransaction(test.services.db, 'every account', (tx) =>
      sql`select from sessions where "user-id" = ${person.id}`.execute(tx),
    );
    expect(rows).toEqual([]);
    expect((await test.as(test.people.birchAdmin, 'GET /iam/v1/tags')).status).toBe(200);
  });

  it('leaves locked rows to the next purge and removes the others', async () => {
    const [locked, free] = await deletedLongAgo(2);
    const held = await test.services.db.startTransaction().execute();
    await sql`set keyhold.account = '*'`.execute(held);
    await sql`select from users where id = ${locked} for update`.execute(held);
    try {
      await purge(test.services.db, 30);
      expect([await isThere('users', locked), await isThere('users', free)]).toEqual([true, false]);
    } finally {
      await sql`reset keyhold.account`.execute(held);
      await held.rollback().execute();
    }
    await purge(test.services.db, 30);
    expect(await isThere('users', locked)).toBe(false);
  });

  it('keeps the removals of completed chunks when it fails', async () => {
    const ids = await deletedLongAgo(5);
    await asOwner(`
      create function "one-stays"() returns trigger language plpgsql as $$
      begin
        if (select count(*) from users where id = any('{${ids.join(',')}}')) <= 1 then raise exception 'One stays.'; end if;
        return null;
      end $$;
      create trigger "one-stays" after delete on users for each statement execute function "one-stays"()`);
    const left = async () => (await Promise.all(ids.map((id) => isThere('users', id)))).filter(Boolean).length;
    await expect(purge(test.services.db, 30, { chunk: 2, signal: AbortSignal.any([]) })).rejects.toThrow('One stays.');
    expect(await left()).toBe(3);
    await asOwner('drop trigger "one-stays" on users');
    await purge(test.services.db, 30);
    expect(await left()).toBe(0);
  });

  it('starts no further chunk once its signal is aborted', async () => {
    const ids = await deletedLongAgo(1);
    await purge(test.services.db, 30, { chunk: 2, signal: AbortSignal.abort() });
    expect(await isThere('users', ids[0] ?? '')).toBe(true);
  });
});

/** Creates users that were deleted long ago, and returns their ids. */
async function deletedLongAgo(count: number): Promise<[string, string, ...string[]]> {
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const { id } = await test.createPerson(test.accounts.acme, `Gone${crypto.randomUUID()}`, 'Administrator');
    await age('users', id, 31);
    ids.push(id);
  }
  return ids as [string, string, ...string[]];
}

/** Runs statements as the role that owns the tables. */
async function asOwner(statements: string): Promise<void> {
  await execute(test.connectionString, statements);
}
