import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp, testPassword } from '../../../test/app.ts';
import { inTransaction } from '../../db/database.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const create = (body: object) => test.as(test.people.root, 'POST /admin/v1/accounts', body);
const idOf = (rn: string) => rn.split(':').at(-1) as string;

describe('an account that is created with its owner', () => {
  const owner = { email: 'olive@olive.example', 'first-name': 'Olive', 'last-name': 'Owner' };

  it('has an Administrator, who is invited, and asks whose the key is', async () => {
    const reply = await create({ name: 'Olive Oil', owner });
    expect(reply.status).toBe(201);
    const account = reply.body.item;
    const rn = account['owner'] as string;
    const user = (await test.as(test.people.root, `GET /iam/v1/users/${idOf(rn)}?resolve=all`)).body;
    expect(user.item).toMatchObject({ ...owner, status: 'Pending', mail: { status: 'waiting' } });
    const roles = Object.values(user.resources as unknown as Record<string, { name: string }>);
    expect(roles.map(({ name }) => name)).toEqual(['Administrator']);
    const link = { user: rn, sendEmail: false, validDays: 3 };
    const { body } = await test.as(test.people.root, 'POST /auth/v1/activationLink', link);
    const key = { 'activation-key': (body as unknown as { activationKey: string }).activationKey };
    const whose = await test.as(null, 'POST /auth/v1/activation', key);
    expect([whose.status, whose.body]).toMatchObject([
      200,
      { email: owner.email, 'first-name': 'Olive', account: 'Olive Oil' },
    ]);
    await test.as(null, 'POST /auth/v1/activate', { ...key, 'new-password': testPassword });
    const after = (await test.as(test.people.root, `GET /admin/v1/accounts/${idOf(account.rn)}`)).body.item;
    expect(after['status']).toBe('Active');
    const used = await test.as(null, 'POST /auth/v1/activation', key);
    expect([used.status, used.body.errors]).toEqual([400, ['This activation key is not valid or has expired.']]);
  });

  it('is created with them or not at all', async () => {
    const wrong = await create({ name: 'Nameless', owner: { email: 'n@n.example', 'first-name': 'N' } });
    expect([wrong.status, wrong.body.problems?.[0]?.path]).toEqual([400, 'owner.last-name']);
    const taken = await create({ name: 'Taken', owner: { ...owner, email: test.people.acmeUser.email } });
    expect([taken.status, taken.body.problems?.[0]?.code]).toEqual([409, 'email-taken']);
    expect((await create({ name: 'Taken' })).status).toBe(201);
  });

  it('counts wrong keys as the activation does', async () => {
    const address = '203.0.113.77';
    const ask = async () =>
      (
        await test.app.inject({
          method: 'POST',
          url: '/auth/v1/activation',
          remoteAddress: address,
          payload: { 'activation-key': 'wrong' },
        })
      ).statusCode;
    const statuses = [];
    for (let times = 0; times < 101; times += 1) statuses.push(await ask());
    expect([statuses.slice(0, 100).every((status) => status === 400), statuses.at(-1)]).toEqual([true, 429]);
  });
});

describe('the restoration of an account', () => {
  it('says every conflict, and restores the rest without them, under another name', async () => {
    const { root, acmeAdmin } = test.people;
    const account = await test.createAccount('Phoenix Works');
    const kept = await test.createPerson(account, 'Keptperson', null);
    const gone = [await test.createPerson(account, 'Gonea', null), await test.createPerson(account, 'Goneb', null)];
    await test.as(root, `DELETE /admin/v1/accounts/${account}`);
    const acme = (await test.as(root, `GET /admin/v1/accounts/${test.accounts.acme}`)).body.item;
    for (const { email } of gone) {
      const body = { email, 'first-name': 'New', 'last-name': 'Owner', 'account-id': test.accounts.acme };
      expect((await test.as(acmeAdmin, 'POST /iam/v1/users', body)).status).toBe(201);
    }
    await create({ name: 'PHOENIX works' });
    const restore = (body: object) => test.as(root, `POST /admin/v1/accounts/${account}/restore`, body);
    const using = { rn: acme.rn, name: acme['name'] };
    const emails = gone.map(({ email }) => ({
      code: 'email-taken',
      path: 'email',
      message: `This email already exists. It is used in ${acme['name']}. The email is ${email}.`,
      account: using,
    }));
    const name = { code: 'account-name-taken', path: 'name', message: 'This account name already exists.' };
    const refused = await restore({});
    expect([refused.status, refused.body.problems]).toEqual([409, [name, ...emails]]);
    expect((await restore({ 'except-conflicts': true })).body.problems).toEqual([name]);
    expect((await restore({ name: 'Phoenix Again' })).body.problems).toEqual(emails);
    const restored = await restore({ name: 'Phoenix Again', 'except-conflicts': true });
    expect([restored.status, restored.body.item['name']]).toEqual([200, 'Phoenix Again']);
    const status = async ({ id }: { id: string }) => (await test.as(root, `GET /iam/v1/users/${id}`)).status;
    expect([await status(kept), ...(await Promise.all(gone.map(status)))]).toEqual([200, 404, 404]);
    const log = await inTransaction(test.services.db, 'every account', (tx) =>
      tx
        .selectFrom('audit')
        .select('action')
        .where('account-id', '=', account)
        .where('action', '=', 'adm:RestoreAccount')
        .execute(),
    );
    expect(log).toHaveLength(1);
  });
});
