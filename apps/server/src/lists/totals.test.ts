import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type Person, type TestApp } from '../../test/app.ts';
import { recordStatements } from '../../test/lists/recorded-statements.ts';
import { createMaker, type Maker } from '../../test/made/maker.ts';
import { inTransaction } from '../db/database.ts';

let test: TestApp;
let make: Maker;
let account: string;
let admin: Person;
beforeAll(async () => {
  test = await createTestApp();
  make = createMaker(test);
});
afterAll(() => test.close());
beforeEach(async () => {
  account = (await make.account()).id;
  admin = await test.createPerson(account, `Counter${make.next()}`, 'Administrator');
});

const totalOf = async (path: string) => (await test.as(admin, `GET ${path}?limit=1`)).body.total;
const users = () => totalOf('/iam/v1/users');

/** Returns the number of counting statements during some work. */
async function counts(work: () => Promise<unknown>): Promise<number> {
  const transactions = await recordStatements(async () => void (await work()));
  return transactions.flatMap(({ reads }) => reads).filter(({ text }) => text.includes('count(*)')).length;
}

describe('The total of a list', () => {
  it('is correct in the reply after a change', async () => {
    expect(await users()).toBe(1);
    const created = await make.user(account);
    expect(await users()).toBe(2);
    await test.as(admin, `DELETE /iam/v1/users/${created.id}`);
    expect(await users()).toBe(1);
    await test.as(admin, `POST /iam/v1/users/${created.id}/restore`, {});
    expect(await users()).toBe(2);
  });

  it('is correct after a change that this node was not notified of', async () => {
    expect(await users()).toBe(1);
    const others = Array.from({ length: 3 }, (_, index) => ({
      'account-id': account,
      email: `other-${index}@${account}.example`,
      'first-name': 'Other',
      'last-name': String(index),
    }));
    await inTransaction(test.services.db, { account }, (tx) => tx.insertInto('users').values(others).execute());
    expect(await users()).toBe(4);
  });

  it('is correct while a change is uncommitted and after its rollback', async () => {
    expect(await users()).toBe(1);
    const undone = inTransaction(test.services.db, { account }, async (tx) => {
      const values = { 'account-id': account, email: `gone@${account}.example`, 'first-name': 'A', 'last-name': 'B' };
      await tx.insertInto('users').values(values).execute();
      expect(await users()).toBe(1);
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect(await users()).toBe(1);
  });

  it('is correct after a license has moved to another account, and for add-on licenses', async () => {
    const other = await make.account();
    const license = await make.license(account, { everyone: true });
    expect(await totalOf('/license/v1/licenses')).toBe(1);
    const moved = await test.as(test.people.root, `PUT /license/v1/licenses/${license.id}/account`, {
      'account-id': other.id,
    });
    expect(moved.status).toBe(200);
    expect(await totalOf('/license/v1/licenses')).toBe(0);
    expect(await totalOf('/license/v1/addon-licenses')).toBe(0);
    await make.addonLicense(account);
    expect(await totalOf('/license/v1/addon-licenses')).toBe(1);
  });

  it('is counted once until the list changes, despite sign-ins and repeated requests', async () => {
    const ask = () => users();
    expect(await counts(ask)).toBe(1);
    expect(await counts(ask)).toBe(0);
    await inTransaction(test.services.db, { account }, (tx) =>
      tx
        .updateTable('users')
        .set({ 'last-login': new Date(), title: 'Dr.' })
        .where('account-id', '=', account)
        .execute(),
    );
    expect(await counts(ask)).toBe(0);
    await make.user(account);
    expect(await counts(ask)).toBe(1);
  });
});
