import { parseRn } from '@keyhold/contract';
import { decodeJwt } from 'jose';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type Person, type TestApp, type Thing } from '../../../../test/app.ts';
import { keyIn } from '../../../../test/receivers/mails.ts';
import { inTransaction } from '../../../db/database.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const signIn = (username: string, password: string) => test.as(null, 'POST /auth/v1/authorize', { username, password });

async function inviteWithKey(): Promise<{ email: string; rn: string; key: string }> {
  const { acmeAdmin } = test.people;
  const email = `${crypto.randomUUID()}@acme.example`;
  const created = await test.as(acmeAdmin, 'POST /iam/v1/users', {
    email,
    'first-name': 'In',
    'last-name': 'Vited',
    'account-id': acmeAdmin.accountId,
  });
  const { rn } = created.body.resources[0] as Thing;
  const link = await test.as(acmeAdmin, 'POST /auth/v1/activationLink', { user: rn, sendEmail: true, validDays: 30 });
  expect(link.status).toBe(200);
  return { email, rn, key: link.body.activationKey };
}

const activate = (key: string, password = 'a fine new password') =>
  test.as(null, 'POST /auth/v1/activate', { 'activation-key': key, 'new-password': password });

describe('activation', () => {
  it('sets the first password once, and signs in', async () => {
    const { email, key } = await inviteWithKey();
    expect((await signIn(email, 'a fine new password')).status).toBe(401);
    const reply = await activate(key);
    expect(reply.status).toBe(200);
    expect(decodeJwt(reply.body.token)['cloud-user']).toContain('"status":"Active"');
    expect((await signIn(email, 'a fine new password')).status).toBe(200);
    const again = await activate(key, 'another fine password');
    expect([again.status, again.body.errors]).toEqual([400, ['This activation key is not valid or has expired.']]);
  });

  it('clears the failed attempts of the e-mail', async () => {
    const { email, key } = await inviteWithKey();
    for (let index = 0; index < 9; index += 1) expect((await signIn(email, 'typo')).status).toBe(401);
    expect((await activate(key)).status).toBe(200);
    for (let index = 0; index < 9; index += 1) expect((await signIn(email, 'typo')).status).toBe(401);
  });

  it('succeeds for one of several concurrent requests', async () => {
    const { key } = await inviteWithKey();
    const replies = await Promise.all(Array.from({ length: 6 }, () => activate(key)));
    expect(replies.map((reply) => reply.status).sort()).toEqual([200, 400, 400, 400, 400, 400]);
  });

  it('revokes the previous key of its user only, and expires', async () => {
    const other = await inviteWithKey();
    const { rn, key } = await inviteWithKey();
    const next = await test.as(test.people.acmeAdmin, 'POST /auth/v1/activationLink', {
      user: rn,
      sendEmail: false,
      validDays: 1,
    });
    expect((await activate(key)).status).toBe(400);
    expect((await activate(other.key)).status).toBe(200);
    await inTransaction(test.services.db, 'every account', (tx) =>
      tx
        .updateTable('activation-keys')
        .set({ 'expires-on': sql`now()` })
        .where('user-id', '=', parseRn(rn).resourceId)
        .execute(),
    );
    expect((await activate(next.body.activationKey)).status).toBe(400);
  });

  it('rejects weak passwords with a message', async () => {
    const { email, key } = await inviteWithKey();
    expect((await activate(key, ' 1234567 ')).body.errors).toEqual(['Password must have 8 or more characters']);
    expect((await activate(key, 'password123')).status).toBe(400);
    expect((await activate(key, email)).status).toBe(400);
    expect((await activate(key, 'a fine new password')).status).toBe(200);
  });

  it('stores no key in plain text, and mails the link to its user', async () => {
    const { email, key } = await inviteWithKey();
    const { rows, mail } = await inTransaction(test.services.db, 'every account', async (tx) => ({
      rows: (await sql`select encode(hash, 'escape') as hash from "activation-keys"`.execute(tx)).rows,
      mail: await tx.selectFrom('outbox').selectAll().where('recipient', '=', email).executeTakeFirstOrThrow(),
    }));
    const mailed = keyIn(mail.text);
    for (const one of [key, mailed]) expect(JSON.stringify(rows)).not.toContain(one);
    expect(mail.text).toContain(`http://localhost:8080/activate?activation-key=${mailed}`);
  });

  it('is sent by administrators of the account, for its users', async () => {
    const { rn } = await inviteWithKey();
    const link = (person: Person, user = rn) =>
      test.as(person, 'POST /auth/v1/activationLink', { user, sendEmail: false, validDays: 30 });
    expect((await link(test.people.acmeUser)).status).toBe(403);
    const foreign = await link(test.people.birchAdmin);
    expect([foreign.status, foreign.body.problems?.[0]?.path]).toEqual([400, 'user']);
    expect((await link(test.people.acmeAdmin, rn.replace(/.{4}$/, 'ffff'))).body.errors).toEqual(foreign.body.errors);
    expect((await link(test.people.accountAdmin)).status).toBe(200);
  });

  it('is refused for an inactive user with that reason', async () => {
    const { acmeAdmin } = test.people;
    const { rn } = await inviteWithKey();
    const id = rn.split(':').at(-1);
    expect((await test.as(acmeAdmin, `PUT /iam/v1/users/${id}/status`, { status: 'Inactive' })).status).toBe(200);
    const link = await test.as(acmeAdmin, 'POST /auth/v1/activationLink', {
      user: rn,
      sendEmail: false,
      validDays: 30,
    });
    expect([link.status, link.body.errors]).toEqual([409, ['This user is inactive. Set them to Active first.']]);
  });

  it('of an owner, and of nobody else, makes the Pending account Active', async () => {
    const { root } = test.people;
    const created = await test.as(root, 'POST /admin/v1/accounts', { name: 'Young Account' });
    const account = created.body.item.rn.split(':').at(-1) as string;
    const [rn = '', other = ''] = await Promise.all(
      ['owner', 'other'].map(async (name) => {
        const user = { email: `${name}@young.example`, 'first-name': name, 'last-name': 'Er', 'account-id': account };
        return (await test.as(root, 'POST /iam/v1/users', user)).body.resources[0]?.rn;
      }),
    );
    const owned = await test.as(root, `PUT /admin/v1/accounts/${account}/owner`, { owner: rn });
    expect(owned.body.item).toMatchObject({ status: 'Pending', owner: rn });
    for (const [user, status] of [
      [other, 'Pending'],
      [rn, 'Active'],
    ]) {
      const link = await test.as(root, 'POST /auth/v1/activationLink', { user, sendEmail: false, validDays: 30 });
      expect((await activate(link.body.activationKey)).status).toBe(200);
      expect((await test.as(root, `GET /admin/v1/accounts/${account}`)).body.item).toMatchObject({ status });
    }
  });
});
