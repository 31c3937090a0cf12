import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { inTransaction } from '../db/database.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

async function rowsOf(account: string) {
  return inTransaction(test.services.db, { account }, (tx) =>
    tx.selectFrom('audit').selectAll().orderBy('seq').execute(),
  );
}

async function createTag(name: string) {
  const { acmeAdmin } = test.people;
  return test.as(acmeAdmin, 'POST /iam/v1/tags', { name, 'account-id': acmeAdmin.accountId });
}

describe('the audit log', () => {
  it('says who did what to which thing, before and after', async () => {
    const created = await createTag('Audited');
    const { rn } = created.body.item;
    await test.as(test.people.acmeAdmin, `PUT /iam/v1/tags/${rn.split(':').at(-1)}`, { name: 'Audited twice' });
    const rows = (await rowsOf(test.accounts.acme)).filter((row) => row.resource === rn);
    expect(rows.map((row) => row.action)).toEqual(['iam:CreateTag', 'iam:UpdateTag']);
    expect(rows[1]).toMatchObject({
      actor: { rn: test.people.acmeAdmin.rn, email: test.people.acmeAdmin.email },
      before: { name: 'Audited' },
      after: { name: 'Audited twice' },
      address: '127.0.0.1',
    });
    expect(rows[1]?.['request-id']).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('keeps nothing of a change that did not happen', async () => {
    const before = await rowsOf(test.accounts.acme);
    await createTag('Audited twice');
    expect(await rowsOf(test.accounts.acme)).toHaveLength(before.length);
  });

  it('holds one unbroken chain per account, also under many writers at once', async () => {
    await Promise.all(Array.from({ length: 12 }, (_, index) => createTag(`Parallel ${index}`)));
    const rows = await rowsOf(test.accounts.acme);
    expect(rows.map((row) => Number(row.seq))).toEqual(rows.map((_, index) => index + 1));
    for (const [index, row] of rows.entries()) {
      expect(row.previous).toEqual(rows[index - 1]?.hash ?? Buffer.alloc(0));
    }
    const { rows: broken } = await inTransaction(test.services.db, { account: test.accounts.acme }, (tx) =>
      sql`select seq from audit where hash <> "audit-hash"(audit)`.execute(tx),
    );
    expect(broken).toEqual([]);
  });

  it('cannot be changed or shortened by the application', async () => {
    const { acme } = test.accounts;
    for (const statement of [sql`update audit set action = 'x'`, sql`delete from audit`, sql`truncate audit`]) {
      const attempt = inTransaction(test.services.db, { account: acme }, (tx) => statement.execute(tx));
      await expect(attempt).rejects.toThrow('permission denied');
    }
  });
});
