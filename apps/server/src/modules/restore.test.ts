import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp, type Thing, testPassword } from '../../test/app.ts';
import { issueLicense } from '../../test/licensing/issued-licenses.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const idOf = (thing: { readonly rn: string }) => thing.rn.split(':').at(-1) as string;

describe('restoring deleted resources', () => {
  it('restores a user with their tags, signed out', async () => {
    const { acmeAdmin } = test.people;
    const person = await test.createPerson(test.accounts.acme, 'Phoenix', null);
    const tag = (await test.as(acmeAdmin, 'POST /iam/v1/tags', { name: 'Kept', 'account-id': test.accounts.acme })).body
      .item;
    await test.as(acmeAdmin, `POST /iam/v1/users/${person.id}/tags`, { tag: tag.rn });
    await test.as(acmeAdmin, `DELETE /iam/v1/users/${person.id}`);
    expect((await test.as(test.people.birchAdmin, `POST /iam/v1/users/${person.id}/restore`)).status).toBe(404);
    const restored = await test.as(acmeAdmin, `POST /iam/v1/users/${person.id}/restore`);
    expect(restored.body.item).toMatchObject({ rn: person.rn, status: 'Active', tags: [tag.rn] });
    expect((await test.as(person, `GET /iam/v1/users/${person.id}`)).status).toBe(401);
    expect((await test.as(acmeAdmin, `POST /iam/v1/users/${person.id}/restore`)).status).toBe(200);
  });

  it('restores a user without the links that were sent before', async () => {
    const { acmeAdmin } = test.people;
    const invited = { email: 'invited@acme.example', 'first-name': 'In', 'last-name': 'Vited' };
    const to = { 'account-id': test.accounts.acme };
    const [user] = (await test.as(acmeAdmin, 'POST /iam/v1/users', { ...invited, ...to })).body.resources as Thing[];
    if (!user) throw new Error('Nobody was created.');
    const link = () =>
      test.as(acmeAdmin, 'POST /auth/v1/activationLink', { user: user.rn, sendEmail: false, validDays: 30 });
    const activate = async ({ body }: Awaited<ReturnType<typeof link>>) =>
      (
        await test.as(null, 'POST /auth/v1/activate', {
          'activation-key': body['activationKey' as never],
          'new-password': testPassword,
        })
      ).status;
    const before = await link();
    await test.as(acmeAdmin, `DELETE /iam/v1/users/${idOf(user)}`);
    await test.as(acmeAdmin, `POST /iam/v1/users/${idOf(user)}/restore`);
    expect(await activate(before)).toBe(400);
    expect(await activate(await link())).toBe(200);
  });

  it('refuses a user whose e-mail is taken', async () => {
    const { acmeAdmin } = test.people;
    const person = await test.createPerson(test.accounts.acme, 'Replaced', null);
    await test.as(acmeAdmin, `DELETE /iam/v1/users/${person.id}`);
    const successor = { email: person.email, 'first-name': 'S', 'last-name': 'R', 'account-id': test.accounts.acme };
    await test.as(acmeAdmin, 'POST /iam/v1/users', successor);
    const refused = await test.as(acmeAdmin, `POST /iam/v1/users/${person.id}/restore`);
    expect([refused.status, refused.body.errors]).toEqual([409, ['This email already exists.']]);
  });

  it('restores a tag to the users who had it', async () => {
    const { acmeAdmin, acmeUser } = test.people;
    const tag = (await test.as(acmeAdmin, 'POST /iam/v1/tags', { name: 'Lost', 'account-id': test.accounts.acme })).body
      .item;
    await test.as(acmeAdmin, `POST /iam/v1/users/${acmeUser.id}/tags`, { tag: tag.rn });
    const tagsOf = async () => (await test.as(acmeAdmin, `GET /iam/v1/users/${acmeUser.id}`)).body.item['tags'];
    await test.as(acmeAdmin, `DELETE /iam/v1/tags/${idOf(tag)}`);
    expect(await tagsOf()).toEqual([]);
    expect((await test.as(acmeAdmin, `POST /iam/v1/tags/${idOf(tag)}/restore`)).body.item).toMatchObject({
      name: 'Lost',
    });
    expect(await tagsOf()).toEqual([tag.rn]);
  });

  it('restores an account with everything deleted with it, but nothing deleted before', async () => {
    const { root } = test.people;
    const account = await test.createAccount('Lazarus');
    const [early, late] = [
      await test.createPerson(account, 'Early', null),
      await test.createPerson(account, 'Late', null),
    ];
    const { key } = await issueLicense(test, account);
    await test.as(root, `DELETE /iam/v1/users/${early.id}`);
    await test.as(root, `DELETE /admin/v1/accounts/${account}`);
    const names = async () =>
      (await test.as(root, 'GET /admin/v1/accounts')).body.items.map((item: Thing) => item.name);
    expect(await names()).not.toContain('Lazarus');
    expect((await test.as(root, `POST /admin/v1/accounts/${account}/restore`)).body.item).toMatchObject({
      name: 'Lazarus',
    });
    expect(await names()).toContain('Lazarus');
    expect((await test.as(root, `GET /iam/v1/users/${late.id}`)).status).toBe(200);
    expect((await test.as(root, `GET /iam/v1/users/${early.id}`)).status).toBe(404);
    expect((await test.as(root, `GET /license/v1/licenses/${key}`)).status).toBe(200);
  });
});
