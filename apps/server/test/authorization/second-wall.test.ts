import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inTransaction, type Scope } from '../../src/db/database.ts';
import { selectLeases } from '../../src/modules/leases/seat/lease-row.ts';
import { selectLicenses } from '../../src/records/licenses.sql.ts';
import { selectUsers } from '../../src/records/users.sql.ts';
import { createTestApp, type TestApp } from '../app.ts';
import { somethingInEveryTable } from './everything-of.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
  await somethingInEveryTable(test);
});
afterAll(() => test.close());

/** The tables and views with rows of accounts, as listed by the database itself. */
async function tenantTables(): Promise<string[]> {
  const { rows } = await sql<{ table: string }>`
    select table_name as table from information_schema.columns
    where table_schema = 'public' and column_name = 'account-id' and table_name <> 'audit-heads'`.execute(
    test.services.db,
  );
  return rows.map(({ table }) => table);
}

/** Counts the rows of a table that a transaction sees, separately for Acme and for others. */
function countIn(scope: Scope, table: string) {
  return inTransaction(test.services.db, scope, async (tx) => {
    const { rows } = await sql<{ acmes: number; others: number }>`
      select (count(*) filter (where "account-id" = ${test.accounts.acme}))::int as acmes,
        (count(*) filter (where "account-id" <> ${test.accounts.acme}))::int as others
      from ${sql.table(table)}`.execute(tx);
    return rows[0];
  });
}

describe('a query without its own account filter', () => {
  it('sees no row of another account, in any table or view', async () => {
    const { acme, birch } = test.accounts;
    const tables = await tenantTables();
    expect(tables.length).toBeGreaterThan(15);
    for (const table of tables) {
      const all = await countIn('every account', table);
      // A table without rows of the account would prove nothing.
      expect([table, all?.acmes]).not.toEqual([table, 0]);
      expect([table, (await countIn({ account: birch }, table))?.acmes]).toEqual([table, 0]);
      expect([table, await countIn({ account: acme }, table)]).toEqual([table, { acmes: all?.acmes, others: 0 }]);
    }
  });

  it("sees no row of another account, even if it is one of the product's own queries", async () => {
    const { acme, birch } = test.accounts;
    const accountsSeen = (account: string) =>
      inTransaction(test.services.db, { account }, async (tx) => {
        const users = await selectUsers(tx).clearWhere().execute();
        const licenses = await selectLicenses(tx).clearWhere().execute();
        const leases = await selectLeases(tx).clearWhere().execute();
        const accounts = await tx.selectFrom('accounts').select('id as account-id').execute();
        return [users, licenses, leases, accounts].map((rows) => [...new Set(rows.map((row) => row['account-id']))]);
      });
    expect(await accountsSeen(acme)).toEqual([[acme], [acme], [acme], [acme]]);
    expect(await accountsSeen(birch)).toEqual([[birch], [], [], [birch]]);
  });
});
