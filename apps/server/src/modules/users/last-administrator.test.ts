import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type Person, type TestApp } from '../../../test/app.ts';
import { createMaker, type Maker } from '../../../test/made/maker.ts';
import { createDirectory } from '../../../test/sign-in/directories.ts';

let test: TestApp;
let make: Maker;
let account: string;
let only: Person;
beforeAll(async () => {
  test = await createTestApp();
  make = createMaker(test);
});
beforeEach(async () => {
  account = await test.createAccount(`Small ${make.next()}`);
  only = await administrator();
});
afterAll(() => test.close());

const administrator = () => test.createPerson(account, `Admin${make.next()}`, 'Administrator');
const role = async () => (await make.role(account)).id;
const demote = async (by: Person, whom: Person) => test.as(by, `DELETE /iam/v1/users/${whom.id}/roles/${await role()}`);
const codeOf = ({ status, body }: { status: number; body: { problems?: { code: string }[] } }) => [
  status,
  body.problems?.[0]?.code,
];

/** A service account of the account with its own rights, which is no person. */
async function program(): Promise<Person> {
  const bearer = await make.serviceAccount(account);
  await test.as(test.people.root, `PUT /iam/v1/service-accounts/${bearer.id}`, {
    name: `Program ${make.next()}`,
    roles: [(await make.role(account)).rn],
  });
  return { ...only, id: bearer.id, rn: bearer.rn, token: (await make.serviceAccountToken(bearer)).secret };
}

describe('The last person who may change users', () => {
  it('cannot remove their own role', async () => {
    expect(codeOf(await demote(only, only))).toEqual([409, 'last-administrator']);
    const body = { 'account-id': account, ids: [only.id], add: [], remove: [(await make.role(account)).rn] };
    const bulk = await test.as(only, 'POST /iam/v1/users/bulk/roles', body);
    expect(bulk.body).toMatchObject({ changed: 0, failures: [{ code: 'last-administrator' }] });
  });

  it('reads the usual sentences about oneself', async () => {
    const status = await test.as(only, `PUT /iam/v1/users/${only.id}/status`, { status: 'Inactive' });
    expect(codeOf(status)).toEqual([409, 'deactivating-yourself']);
    expect(codeOf(await test.as(only, `DELETE /iam/v1/users/${only.id}`))).toEqual([409, 'deleting-yourself']);
  });

  it('is not deactivated, demoted or deleted by a program', async () => {
    const by = await program();
    const refused = [409, 'last-administrator'];
    expect(codeOf(await demote(by, only))).toEqual(refused);
    expect(codeOf(await test.as(by, `PUT /iam/v1/users/${only.id}/status`, { status: 'Inactive' }))).toEqual(refused);
    expect(codeOf(await test.as(by, `DELETE /iam/v1/users/${only.id}`))).toEqual(refused);
    const bulk = await test.as(by, 'POST /iam/v1/users/bulk/delete', { 'account-id': account, ids: [only.id] });
    expect(bulk.body).toMatchObject({ changed: 0, failures: [{ code: 'last-administrator' }] });
  });

  it('is one even if others are Pending or Inactive, or may not change users', async () => {
    const [pending, inactive] = [await make.user(account, { status: 'Pending' }), await administrator()];
    await make.assign(account, pending, { role: await make.role(account) });
    await test.createPerson(account, `Plain${make.next()}`, null);
    expect((await test.as(only, `PUT /iam/v1/users/${inactive.id}/status`, { status: 'Inactive' })).status).toBe(200);
    expect(codeOf(await demote(only, only))).toEqual([409, 'last-administrator']);
  });

  it('may lose one of two roles that both allow it', async () => {
    await make.assign(account, only, { role: await make.role(account, 'Account Administrator') });
    expect((await demote(only, only)).status).toBe(200);
  });

  it('can give it up once there is another, and provider staff may do so at once', async () => {
    const other = await administrator();
    expect((await demote(only, only)).status).toBe(200);
    expect((await demote(test.people.accountAdmin, other)).status).toBe(200);
  });

  it('is one of two who remove each other', async () => {
    for (let round = 0; round < 5; round += 1) {
      account = await test.createAccount(`Contended ${make.next()}`);
      const [ada, bea] = [await administrator(), await administrator()];
      await role();
      const replies = await Promise.all([demote(ada, bea), demote(bea, ada)]);
      expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    }
  });

  it('is not deactivated or deleted by a directory', async () => {
    const directory = await createDirectory(test, account, { actions: ['*:*'] });
    const patch = {
      schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
      Operations: [{ op: 'replace', path: 'active', value: false }],
    };
    const status = await directory.ask(`PATCH /Users/${only.id}`, patch);
    expect(status.status).toBe(409);
    const deleted = await directory.ask(`DELETE /Users/${only.id}`);
    expect(deleted.status).toBe(409);
  });
});
