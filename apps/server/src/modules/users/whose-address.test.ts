import { describe, expect, it } from 'vitest';
import { testPassword } from '../../../test/app.ts';
import { createLicense } from '../../../test/licensing/leases.ts';
import { openSingleSignOnTest, signInBy } from '../../../test/sign-in/single-sign-on.ts';
import { inTransaction } from '../../db/database.ts';
import { answerPendingResets, answerReset } from '../auth/links/answer-reset.ts';

const here = openSingleSignOnTest();
const { adjust, problemOf, setUser, actionsIn } = here;
const names = { 'first-name': 'Nora', 'last-name': 'New', title: '', description: '' };

const create = (email: string, by = here.test.people.birchAdmin) =>
  here.test.as(by, 'POST /iam/v1/users', { ...names, email, 'account-id': by.accountId });
const change = (id: string, email: string, by = here.test.people.birchAdmin) =>
  here.test.as(by, `PUT /iam/v1/users/${id}`, { ...names, email });
const idIn = (rn: string) => rn.split(':').at(-1) ?? '';
const show = async (id: string) => (await here.test.as(here.test.people.root, `GET /iam/v1/users/${id}`)).body.item;

async function mailsTo(recipient: string) {
  return inTransaction(here.test.services.db, 'every account', (tx) =>
    tx.selectFrom('outbox').select(['subject', 'text']).where('recipient', '=', recipient).orderBy('id').execute(),
  );
}

const keyIn = (text = '') => /key=([\w-]+)/.exec(text)?.[1] ?? '';

async function reset(email: string) {
  const { db } = here.test.services;
  await here.test.as(null, 'POST /auth/v1/reset', { email });
  const waiting = await inTransaction(db, 'every account', (tx) =>
    tx.selectFrom('reset-requests').select('id').where('handled-on', 'is', null).execute(),
  );
  for (const { id } of waiting) await answerReset(here.test.services, id);
  await answerPendingResets(db);
}

describe('An e-mail in a domain that another account has proven', () => {
  const taken = [409, 'email-domain-taken'];

  it('is refused when a user is created, changed or restored', async () => {
    const reply = await create(`nora@${here.domain}`);
    expect(problemOf(reply)).toEqual(taken);
    expect(reply.body.errors).toEqual(['This email belongs to another organization.']);
    const { birchUser, birchAdmin } = here.test.people;
    expect(problemOf(await change(birchUser.id, `nora@${here.domain.toUpperCase()}`))).toEqual(taken);
    const fresh = `fresh${Math.random()}.example`;
    const { body } = await create(`nora@${fresh}`);
    const id = idIn(body.resources[0]?.rn ?? '');
    await here.test.as(birchAdmin, `DELETE /iam/v1/users/${id}`);
    await adjust({ domains: [{ name: here.domain }, { name: fresh }] });
    const path = `/iam/v1/single-sign-on/domains/${fresh}/vouch?account=${here.account}` as const;
    await here.test.as(here.test.people.root, `POST ${path}`, {});
    expect(problemOf(await here.test.as(birchAdmin, `POST /iam/v1/users/${id}/restore`, {}))).toEqual(taken);
    expect((await create(`own@${here.domain}`, here.admin)).status).toBe(201);
  });

  it('counts when the domain is proven, and is listed for provider staff, who move its person', async () => {
    const { root, birchAdmin, birchUser } = here.test.people;
    const domain = `xn--mnchen-3ya${Math.floor(Math.random() * 1e9)}.example`;
    const name = `plain${Math.floor(Math.random() * 1e9)}.example`;
    expect(domain).not.toBe(name);
    await adjust({ domains: [{ name: here.domain }, { name }] });
    const { body } = await create(`nora@${name}`);
    const rn = body.resources[0]?.rn ?? '';
    await setUser(idIn(rn), {
      status: 'Active',
      'password-hash': await here.test.services.passwords.hash(testPassword),
    });
    const path = `/iam/v1/single-sign-on/domains/${name}/vouch?account=${here.account}` as const;
    const proven = await here.test.as(root, `POST ${path}`, {});
    expect((proven.body as unknown as { elsewhere: number }).elsewhere).toBe(1);
    const list = `/admin/v1/accounts/${here.account}/elsewhere` as const;
    expect((await here.test.as(root, `GET ${list}?limit=10`)).body.items.map((user) => user.rn)).toEqual([rn]);
    expect((await here.test.as(here.admin, `GET ${list}`)).status).toBe(403);

    const moving = { users: [rn], 'account-id': here.account };
    expect((await here.test.as(birchAdmin, 'POST /admin/v1/users/move', moving)).status).toBe(403);
    const unknown = rn.replace(idIn(rn), '0198c0de-0000-7000-8000-00000000ffff');
    const missing = { users: [unknown], 'account-id': here.account };
    expect((await here.test.as(root, 'POST /admin/v1/users/move', missing)).status).toBe(400);
    const moved = await here.test.as(root, 'POST /admin/v1/users/move', moving);
    expect([moved.status, moved.body.errors]).toEqual([200, []]);
    const after = await show(idIn(rn));
    expect([after.rn, after['email'], after.roles]).toEqual([
      rn.replace(birchUser.accountId, here.account),
      `nora@${name}`,
      [],
    ]);
    const signedIn = await here.test.as(null, 'POST /auth/v1/authorize', {
      username: `nora@${name}`,
      password: testPassword,
    });
    expect(signedIn.status).toBe(200);
    expect(await actionsIn()).toContain('adm:MoveUser');
    const log = await here.test.as(birchAdmin, 'GET /iam/v1/audit?action=adm:MoveUser');
    expect(log.body.items.map(({ resource }) => resource)).toEqual([rn]);
    expect((await here.test.as(root, `GET ${list}`)).body.items).toEqual([]);
  });
});

it('A move is logged before what follows from it in the old account', async () => {
  const { root, birchAdmin } = here.test.people;
  const { rn } = (await create(`moving${Math.random()}@birch.example`)).body.resources[0] as { rn: string };
  const product = 'moved-product';
  await here.test.as(root, 'POST /license/v1/admin/products', { id: product, name: 'Moved', description: '' });
  const user = { kind: 'User', user: rn } as const;
  const { rn: license } = await createLicense(here.test, birchAdmin.accountId, user, { 'product-id': product });
  await here.test.as(root, 'POST /admin/v1/users/move', { users: [rn], 'account-id': here.account });
  const log = await here.test.as(birchAdmin, 'GET /iam/v1/audit?limit=2');
  expect(log.body.items.map(({ action, resource }) => [action, resource])).toEqual([
    ['license:SetLicensePolicies', license],
    ['adm:MoveUser', rn],
  ]);
});

describe('People who cannot be moved', () => {
  it('are owners and the last administrator', async () => {
    const { root, birchUser } = here.test.people;
    const move = (users: string[], account = birchUser.accountId) =>
      here.test.as(root, 'POST /admin/v1/users/move', { users, 'account-id': account });
    expect(problemOf(await move([here.admin.rn]))).toEqual([409, 'last-administrator']);
    await here.test.as(root, `PUT /admin/v1/accounts/${here.account}/owner`, { owner: here.admin.rn });
    expect(problemOf(await move([here.admin.rn]))).toEqual([409, 'is-owner']);
  });
});

describe('A changed e-mail', () => {
  it('is confirmed by the link that was mailed to it; until then a reset goes to the last confirmed one', async () => {
    const { birchUser } = here.test.people;
    const [old, next] = [`old${Math.random()}@birch.example`, `next${Math.random()}@birch.example`];
    await setUser(birchUser.id, { email: old, 'email-confirmed-on': new Date(), 'confirmed-email': old });
    const changed = await change(birchUser.id, next);
    expect([changed.status, changed.body.item['email-confirmed-on']]).toEqual([200, null]);
    const [link] = await mailsTo(next);
    expect(link?.subject).toBe('Confirm your e-mail for Keyhold');
    await reset(next);
    expect((await mailsTo(old)).map(({ subject }) => subject)).toContain('Reset your Keyhold password');
    expect(await mailsTo(next)).toHaveLength(1);

    expect(
      (await here.test.as(here.test.people.birchAdmin, `POST /iam/v1/users/${birchUser.id}/email/confirmation`, {}))
        .status,
    ).toBe(200);
    const again = (await mailsTo(next)).at(-1);
    const confirm = (key: string) => here.test.as(null, 'POST /auth/v1/confirm-email', { key });
    expect((await confirm(keyIn(link?.text))).body.errors).toEqual(['This link is not valid or has expired.']);
    expect((await confirm(keyIn(again?.text))).status).toBe(200);
    expect((await confirm(keyIn(again?.text))).status).toBe(400);
    expect((await show(birchUser.id))['email-confirmed-on']).not.toBeNull();
    await reset(next);
    expect((await mailsTo(next)).at(-1)?.subject).toBe('Reset your Keyhold password');
    const late = await here.test.as(
      here.test.people.birchAdmin,
      `POST /iam/v1/users/${birchUser.id}/email/confirmation`,
      {},
    );
    expect(problemOf(late)).toEqual([409, 'email-confirmed']);
  });

  it('that differs only in case is confirmed by the link that was mailed before', async () => {
    const { birchUser } = here.test.people;
    const email = `case${Math.random()}@birch.example`;
    await change(birchUser.id, email);
    const key = keyIn((await mailsTo(email)).at(-1)?.text);
    await change(birchUser.id, email.toUpperCase());
    expect((await here.test.as(null, 'POST /auth/v1/confirm-email', { key })).status).toBe(200);
    const item = await show(birchUser.id);
    expect([item['email'], item['email-confirmed-on']]).toEqual([email.toUpperCase(), expect.any(String)]);
  });

  it('gets the reset itself where none was ever confirmed', async () => {
    const { birchUser } = here.test.people;
    const next = `never${Math.random()}@birch.example`;
    await setUser(birchUser.id, { 'email-confirmed-on': null, 'confirmed-email': null });
    await change(birchUser.id, next);
    await reset(next);
    expect((await mailsTo(next)).map(({ subject }) => subject)).toContain('Reset your Keyhold password');
  });

  it('of an invited user is confirmed by the link that was mailed, and not by the one that was answered', async () => {
    const invite = async (sendEmail: boolean) => {
      const email = `invited${Math.random()}@birch.example`;
      const user = (await create(email)).body.resources[0]?.rn ?? '';
      const by = here.test.people.birchAdmin;
      const body = { user, sendEmail, validDays: 3 };
      const { activationKey } = (await here.test.as(by, 'POST /auth/v1/activationLink', body)).body;
      return { id: idIn(user), email, activationKey };
    };
    const activate = (key: string) =>
      here.test.as(null, 'POST /auth/v1/activate', { 'activation-key': key, 'new-password': 'quite a fine new one' });
    const answered = await invite(true);
    expect((await activate(answered.activationKey)).status).toBe(200);
    expect((await show(answered.id))['email-confirmed-on']).toBeNull();
    const mailed = await invite(true);
    expect((await activate(keyIn((await mailsTo(mailed.email)).at(-1)?.text))).status).toBe(200);
    expect((await show(mailed.id))['email-confirmed-on']).not.toBeNull();
  });

  it('is not confirmed by a reset that was mailed to the address before it', async () => {
    const { birchUser } = here.test.people;
    const [old, next] = [`old${Math.random()}@birch.example`, `next${Math.random()}@birch.example`];
    await setUser(birchUser.id, { email: old, 'email-confirmed-on': new Date(), 'confirmed-email': old });
    await change(birchUser.id, next);
    await reset(next);
    const key = keyIn((await mailsTo(old)).at(-1)?.text);
    const body = { 'activation-key': key, 'new-password': 'quite a fine new one' };
    expect((await here.test.as(null, 'POST /auth/v1/activate', body)).status).toBe(200);
    expect((await show(birchUser.id))['email-confirmed-on']).toBeNull();
  });

  it('sends at most five links an hour, silently', async () => {
    const { birchUser, birchAdmin } = here.test.people;
    const next = `many${Math.random()}@birch.example`;
    await change(birchUser.id, next);
    for (let index = 0; index < 6; index += 1) {
      const sent = await here.test.as(birchAdmin, `POST /iam/v1/users/${birchUser.id}/email/confirmation`, {});
      expect(sent.status).toBe(200);
    }
    expect(await mailsTo(next)).toHaveLength(5);
  });
});

describe('Single sign-on', () => {
  it('confirms the e-mail with a verified claim', async () => {
    await setUser(here.admin.id, { 'email-confirmed-on': null });
    expect((await signInBy(here.test, here.issuer, here.admin.email, { sub: 'ada' })).status).toBe(200);
    expect((await show(here.admin.id))['email-confirmed-on']).not.toBeNull();
    expect(await actionsIn()).toContain('auth:ConfirmEmail');
  });

  it('links a person made anew once an administrator has unlinked the user', async () => {
    expect((await signInBy(here.test, here.issuer, here.admin.email, { sub: 'first' })).status).toBe(200);
    const anew = () => signInBy(here.test, here.issuer, here.admin.email, { sub: 'anew' });
    expect((await anew()).status).toBe(401);
    const path = `/iam/v1/users/${here.admin.id}/identity` as const;
    expect((await here.test.as(here.test.people.birchAdmin, `DELETE ${path}`)).status).toBe(404);
    expect((await here.test.as(here.admin, `DELETE ${path}`)).status).toBe(200);
    expect(await actionsIn()).toContain('iam:UnlinkUser');
    expect((await anew()).status).toBe(200);
    expect((await signInBy(here.test, here.issuer, here.admin.email, { sub: 'first' })).status).toBe(401);
  });

  it('links everybody again after another client at the same issuer', async () => {
    const sign = (sub: string) => signInBy(here.test, here.issuer, here.admin.email, { sub });
    expect((await sign('one')).status).toBe(200);
    await adjust({});
    expect((await sign('other')).status).toBe(401);
    await adjust({ 'client-id': 'another' });
    await adjust({});
    expect((await sign('other')).status).toBe(200);
    expect((await sign('one')).status).toBe(401);
  });
});
