import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type Person, type TestApp } from '../../../test/app.ts';
import { inTransaction } from '../../db/database.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

/** The mails in the outbox for an address. */
async function mailsTo(recipient: string) {
  return inTransaction(test.services.db, 'every account', (tx) =>
    tx
      .selectFrom('outbox')
      .select(['subject', 'text'])
      .where('recipient', '=', recipient)
      .orderBy('created-on')
      .execute(),
  );
}

function rename(by: Person, id: string, email: string) {
  const body = { 'first-name': 'New', 'last-name': 'Name', title: '', description: '', email };
  return test.as(by, `PUT /iam/v1/users/${id}`, body);
}

async function createPending(email: string) {
  const { acmeAdmin } = test.people;
  const { body } = await test.as(acmeAdmin, 'POST /iam/v1/users', {
    email,
    'first-name': 'P',
    'last-name': 'Ending',
    'account-id': acmeAdmin.accountId,
  });
  const rn = body.resources[0]?.rn ?? '';
  return { rn, id: rn.split(':').at(-1) ?? '' };
}

describe('a changed e-mail', () => {
  it('notifies the old address, whoever made the change, and keeps the sessions', async () => {
    const { acmeAdmin, acmeUser } = test.people;
    expect((await rename(acmeAdmin, acmeUser.id, 'elsewhere@acme.example')).status).toBe(200);
    const [mail, ...others] = await mailsTo(acmeUser.email);
    expect([mail?.subject, others]).toEqual(['Your Keyhold e-mail was changed', []]);
    expect(mail?.text).toContain(`${acmeUser.email} cannot be used to sign in any more`);
    expect(mail?.text).not.toContain('elsewhere@acme.example');
    expect((await test.as(acmeUser, `GET /iam/v1/users/${acmeUser.id}`)).status).toBe(200);

    expect((await rename(acmeAdmin, acmeAdmin.id, 'myself@acme.example')).status).toBe(200);
    expect(await mailsTo(acmeAdmin.email)).toHaveLength(1);
  });

  it('does not count as a change when only the case differs', async () => {
    const { birchAdmin, birchUser } = test.people;
    expect((await rename(birchAdmin, birchUser.id, birchUser.email.toUpperCase())).status).toBe(200);
    expect(await mailsTo(birchUser.email)).toEqual([]);
  });

  it('revokes the links that were mailed to the old address', async () => {
    const { acmeAdmin } = test.people;
    const user = await createPending('wrong@acme.example');
    const link = async () =>
      (await test.as(acmeAdmin, 'POST /auth/v1/activationLink', { user: user.rn, sendEmail: true, validDays: 30 })).body
        .activationKey;
    const activate = async (key: string) =>
      (await test.as(null, 'POST /auth/v1/activate', { 'activation-key': key, 'new-password': 'a good long password' }))
        .status;
    const old = await link();
    expect((await rename(acmeAdmin, user.id, 'right@acme.example')).status).toBe(200);
    expect(await activate(old)).toBe(400);
    expect(await activate(await link())).toBe(200);
  });

  it('sends no mail when it is refused', async () => {
    const { birchAdmin } = test.people;
    const user = await test.createPerson(birchAdmin.accountId, 'Other', null);
    expect((await rename(birchAdmin, user.id, birchAdmin.email)).status).toBe(409);
    expect(await mailsTo(user.email)).toEqual([]);
  });
});
