import { warnings } from '@keyhold/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type Person, type TestApp, type TestReply } from '../../../../test/app.ts';
import { createMaker, type Maker } from '../../../../test/made/maker.ts';
import { keyIn } from '../../../../test/receivers/mails.ts';
import { inTransaction } from '../../../db/database.ts';
import { answerReset } from './answer-reset.ts';

let test: TestApp;
let make: Maker;
let invited: { id: string; rn: string; email: string };
beforeAll(async () => {
  test = await createTestApp();
  make = createMaker(test);
});
beforeEach(async () => {
  invited = await invite(test.accounts.provider);
});
afterAll(() => test.close());

async function invite(account: string, by = test.people.root) {
  const email = make.email();
  const body = { email, 'first-name': 'In', 'last-name': 'Vited', 'account-id': account };
  const { rn } = (await test.as(by, 'POST /iam/v1/users', body)).body.resources[0] as { rn: string };
  return { rn, id: rn.split(':').at(-1) ?? '', email };
}

async function link(by: Person, user = invited, sendEmail = false): Promise<string> {
  const reply = await test.as(by, 'POST /auth/v1/activationLink', { user: user.rn, sendEmail, validDays: 30 });
  expect(reply.status).toBe(200);
  return reply.body.activationKey;
}

const activate = async (key: string) =>
  (await test.as(null, 'POST /auth/v1/activate', { 'activation-key': key, 'new-password': 'a fine new password' }))
    .status;
const warned = (reply: TestReply) => (reply.body as unknown as { warnings: string[] }).warnings;

async function mailsTo(email: string): Promise<{ key: string; text: string }[]> {
  const mails = await inTransaction(test.services.db, 'every account', (tx) =>
    tx.selectFrom('outbox').select('text').where('recipient', '=', email).orderBy('id').execute(),
  );
  return mails.map(({ text }) => ({ text, key: keyIn(text) }));
}

/** Requests a password reset as a stranger, and returns the key that is mailed. */
async function reset(email: string): Promise<string> {
  const { id } = await inTransaction(test.services.db, 'every account', (tx) =>
    tx.insertInto('reset-requests').values({ email }).returning('id').executeTakeFirstOrThrow(),
  );
  await answerReset(test.services, id);
  return (await mailsTo(email)).at(-1)?.key ?? '';
}

async function grant(name: string, by = test.people.root, user = invited) {
  const role = await make.role(user.rn.split(':')[2] ?? '', name);
  return test.as(by, `POST /iam/v1/users/${user.id}/roles`, { role: role.rn });
}

describe('A role that a Pending user gets', () => {
  it('ends the key of an administrator with fewer rights, and says that a new link must be sent', async () => {
    const kept = await link(test.people.providerAdmin, invited, true);
    const [mailed] = await mailsTo(invited.email);
    const reply = await grant('Root Administrator');
    expect([reply.status, warned(reply)]).toEqual([200, [warnings.linksEnded]]);
    expect(await activate(kept)).toBe(400);
    expect(await activate(mailed?.key ?? '')).toBe(400);
    expect(await activate(await link(test.people.root))).toBe(200);
  });

  it('ends it if a bulk call adds the role', async () => {
    const kept = await link(test.people.providerAdmin);
    const role = await make.role(test.accounts.provider, 'System Administrator');
    const ids = [invited.id, (await make.user(test.accounts.provider)).id];
    const body = { 'account-id': test.accounts.provider, ids, add: [role.rn] };
    const reply = await test.as(test.people.root, 'POST /iam/v1/users/bulk/roles', body);
    expect([reply.status, warned(reply), reply.body]).toMatchObject([200, [warnings.linksEnded], { changed: 2 }]);
    expect(await activate(kept)).toBe(400);
  });

  it('leaves the key of an issuer whose own rights cover it', async () => {
    const kept = await link(test.people.system);
    const reply = await grant('Account Administrator');
    expect([reply.status, warned(reply)]).toEqual([200, []]);
    expect(await activate(kept)).toBe(200);
  });

  it('leaves the key of provider staff when an administrator of the account adds it', async () => {
    const { acmeAdmin, accountAdmin } = test.people;
    const user = await invite(test.accounts.acme, acmeAdmin);
    const kept = await link(accountAdmin, user);
    expect(warned(await grant('Administrator', acmeAdmin, user))).toEqual([]);
    expect(await activate(kept)).toBe(200);
  });

  it('ends the key of an issuer who has lost the rights since', async () => {
    const issuer = await test.createPerson(test.accounts.provider, `Demoted${make.next()}`, 'System Administrator');
    const kept = await link(issuer);
    const role = await make.role(test.accounts.provider, 'System Administrator');
    await test.as(test.people.root, `DELETE /iam/v1/users/${issuer.id}/roles/${role.id}`);
    expect(warned(await grant('Account Administrator'))).toEqual([warnings.linksEnded]);
    expect(await activate(kept)).toBe(400);
  });

  it('ends the key of an issuer who was deactivated or deleted', async () => {
    for (const away of ['PUT …/status', 'DELETE']) {
      const issuer = await test.createPerson(test.accounts.provider, `Away${make.next()}`, 'Root Administrator');
      const user = await invite(test.accounts.provider);
      const kept = await link(issuer, user);
      if (away === 'DELETE') await test.as(test.people.root, `DELETE /iam/v1/users/${issuer.id}`);
      else await test.as(test.people.root, `PUT /iam/v1/users/${issuer.id}/status`, { status: 'Inactive' });
      expect(warned(await grant('Administrator', test.people.root, user))).toEqual([warnings.linksEnded]);
      expect(await activate(kept)).toBe(400);
    }
  });

  it('leaves a key that was mailed because a stranger requested it', async () => {
    await link(test.people.providerAdmin);
    const requested = await reset(invited.email);
    expect(warned(await grant('Root Administrator'))).toEqual([warnings.linksEnded]);
    expect(await activate(requested)).toBe(200);
  });
});

describe('A request for a reset of a Pending user', () => {
  it('ends no invitation, and an invitation ends no key that it mailed', async () => {
    const kept = await link(test.people.root);
    const requested = await reset(invited.email);
    const again = await link(test.people.root);
    expect(await activate(kept)).toBe(400);
    expect(await activate(requested)).toBe(200);
    expect(await activate(again)).toBe(400);
  });

  it('leaves a key good for once', async () => {
    const [kept, requested] = [await link(test.people.root), await reset(invited.email)];
    expect([await activate(kept), await activate(requested), await activate(kept)]).toEqual([200, 400, 400]);
  });
});

describe('A link that is mailed', () => {
  it('has another key than the reply, and both are known by how they were delivered', async () => {
    const answered = await link(test.people.root, invited, true);
    const [mail] = await mailsTo(invited.email);
    expect(mail?.key).not.toBe(answered);
    const rows = await inTransaction(test.services.db, 'every account', (tx) =>
      tx.selectFrom('activation-keys').selectAll().where('user-id', '=', invited.id).execute(),
    );
    expect(rows.map((row) => row.mailed).sort()).toEqual([false, true]);
    expect(new Set(rows.map((row) => row['issued-by']))).toEqual(new Set([test.people.root.id]));
    expect([await activate(mail?.key ?? ''), await activate(answered)]).toEqual([200, 400]);
  });

  it('is mailed at most five times an hour, silently, and the last mailed one goes on working', async () => {
    for (let count = 0; count < 7; count += 1) await link(test.people.root, invited, true);
    const mails = await mailsTo(invited.email);
    expect(mails).toHaveLength(5);
    await reset(invited.email);
    expect(await mailsTo(invited.email)).toHaveLength(5);
    await inTransaction(test.services.db, 'every account', (tx) =>
      tx
        .updateTable('link-mails')
        .set({ on: sql`"on" - interval '61 minutes'` })
        .where('recipient', '=', invited.email)
        .execute(),
    );
    await reset(invited.email);
    expect(await mailsTo(invited.email)).toHaveLength(6);
    expect(await activate(mails.at(-2)?.key ?? '')).toBe(400);
    expect(await activate(mails.at(-1)?.key ?? '')).toBe(200);
  });

  it('is mailed at most five times an hour if the links are requested at once', async () => {
    await Promise.all(Array.from({ length: 9 }, () => link(test.people.root, invited, true)));
    expect(await mailsTo(invited.email)).toHaveLength(5);
  });

  it('counts among the five of an hour whichever way they were requested', async () => {
    for (let count = 0; count < 3; count += 1) await reset(invited.email);
    for (let count = 0; count < 3; count += 1) await link(test.people.root, invited, true);
    expect(await mailsTo(invited.email)).toHaveLength(5);
    const other = `other${make.next()}@made.example`;
    const fields = { email: other, 'first-name': 'Ada', 'last-name': 'Made' };
    const changed = await test.as(test.people.root, `PUT /iam/v1/users/${invited.id}`, fields);
    expect(changed.status).toBe(200);
    for (let count = 0; count < 2; count += 1) await reset(other);
    for (let count = 0; count < 3; count += 1) await link(test.people.root, { ...invited, email: other }, true);
    expect(await mailsTo(other)).toHaveLength(5);
    // The key of the reply works, whether a mail was sent or not.
    expect(await activate(await link(test.people.root, invited, true))).toBe(200);
  });
});

describe('Deactivating', () => {
  const setStatus = (path: string, status: string) => test.as(test.people.root, `PUT ${path}/status`, { status });

  it.each(['the user', 'the account'])('%s ends keys, and activating again brings none back', async (what) => {
    const account = await test.createAccount(`Away ${make.next()}`);
    const user = await invite(account);
    const path = what === 'the user' ? `/iam/v1/users/${user.id}` : `/admin/v1/accounts/${account}`;
    const [kept, requested] = [await link(test.people.root, user), await reset(user.email)];
    expect((await setStatus(path, 'Inactive')).status).toBe(200);
    expect((await setStatus(path, 'Active')).status).toBe(200);
    expect([await activate(kept), await activate(requested)]).toEqual([400, 400]);
    expect(await activate(await link(test.people.root, user))).toBe(200);
  });

  it('is like deleting an account and restoring it', async () => {
    const account = await test.createAccount(`Gone ${make.next()}`);
    const user = await invite(account);
    const kept = await link(test.people.root, user);
    await test.as(test.people.root, `DELETE /admin/v1/accounts/${account}`);
    await test.as(test.people.root, `POST /admin/v1/accounts/${account}/restore`);
    expect(await activate(kept)).toBe(400);
    expect(await activate(await link(test.people.root, user))).toBe(200);
  });
});

describe('A changed e-mail', () => {
  const change = (email: string, user = invited) =>
    test.as(test.people.root, `PUT /iam/v1/users/${user.id}`, { email, 'first-name': 'In', 'last-name': 'Vited' });

  it('of an invited user sends the link anew, says so, and ends the earlier links', async () => {
    const kept = await link(test.people.root, invited, true);
    const [old] = await mailsTo(invited.email);
    const email = make.email();
    const reply = await change(email);
    expect([reply.status, warned(reply)]).toEqual([200, [warnings.linkSentAnew]]);
    const mails = await mailsTo(email);
    expect(mails).toHaveLength(1);
    expect([await activate(kept), await activate(old?.key ?? '')]).toEqual([400, 400]);
    expect(await activate(mails[0]?.key ?? '')).toBe(200);
  });

  it('of a user who was not invited, or has activated, sends no link that sets a password', async () => {
    const email = make.email();
    expect(warned(await change(email))).toEqual([]);
    expect(await mailsTo(email)).toEqual([]);
    await activate(await link(test.people.root));
    const other = make.email();
    expect(warned(await change(other))).toEqual([]);
    // Only the link that confirms the new address, which sets no password.
    expect((await mailsTo(other)).map(({ key }) => key)).toEqual(['']);
  });

  it('that differs only in case, and other changes, send none', async () => {
    const kept = await link(test.people.root);
    expect(warned(await change(invited.email.toUpperCase()))).toEqual([]);
    expect(await activate(kept)).toBe(200);
  });
});
