import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type Person, type TestApp, testPassword } from '../../test/app.ts';
import { openRival, type Rival } from '../../test/database/rival.ts';
import { consumeBody } from '../../test/licensing/leases.ts';
import { createMaker, type Maker } from '../../test/made/maker.ts';
import { createDirectory, letUseTags, type TestDirectory } from '../../test/sign-in/directories.ts';
import { refreshWith, registerApplication, signInBy } from '../../test/sign-in/oauth.ts';
import { sweep } from '../jobs/sweep.ts';
import { answerReset } from '../modules/auth/links/answer-reset.ts';
import { endIfExpired } from '../modules/sessions/end-expired-sessions.ts';
import { claimDelivery, markFailed } from '../webhook-delivery/webhook-outbox.ts';

let test: TestApp;
let make: Maker;
let rival: Rival;
let directory: TestDirectory;
let user: string;
let tag: string;
let otherTag: string;
beforeAll(async () => {
  test = await createTestApp();
  make = createMaker(test);
  rival = await openRival(test);
  ({ id: user } = await test.createPerson(test.accounts.acme, 'Contended', null));
  [tag, otherTag] = [await createTag('Contended'), await createTag('Contended too')];
  await letUseTags(test, test.accounts.acme);
  directory = await createDirectory(test, test.accounts.acme);
});
afterAll(async () => {
  await rival.close();
  await test.close();
});

const root = () => test.people.root;
const sessionOf = ({ token }: Pick<Person, 'token'>): string => String(decodeJwt(token)['sid']);
const tagRn = () => ({ tag: rnOfTag(tag) });

function rnOfTag(id: string): string {
  return `keyhold:eu-1:${test.accounts.acme}:tag:${id}`;
}

async function createTag(name: string): Promise<string> {
  const { body } = await test.as(root(), 'POST /iam/v1/tags', { name, 'account-id': test.accounts.acme });
  return body.item.rn.split(':').at(-1) ?? '';
}

const account = 'select from accounts where id = $1 for update';
const lockedUser = 'select from users where id = $1 for update';
const lockedWebhook = 'select from webhooks where id = $1 for update';
const auditHead = 'select from "audit-heads" where "account-id" = $1 for update';

describe('a change waits for one of its account before it locks', () => {
  it.each<['users' | 'tags', string, () => Promise<{ readonly status: number }>]>([
    ['users', 'POST …/tags', () => test.as(root(), `POST /iam/v1/users/${user}/tags`, tagRn())],
    ['users', 'DELETE …/tags', () => test.as(root(), `DELETE /iam/v1/users/${user}/tags/${tag}`)],
    ['users', 'PUT …/status', () => test.as(root(), `PUT /iam/v1/users/${user}/status`, { status: 'Inactive' })],
    ['users', 'DELETE', () => test.as(root(), `DELETE /iam/v1/users/${user}`)],
    ['users', 'POST …/restore', () => test.as(root(), `POST /iam/v1/users/${user}/restore`)],
    ['tags', 'PUT', () => test.as(root(), `PUT /iam/v1/tags/${tag}`, { name: 'Contended still' })],
    ['tags', 'DELETE', () => test.as(root(), `DELETE /iam/v1/tags/${tag}`)],
    ['tags', 'POST …/restore', () => test.as(root(), `POST /iam/v1/tags/${tag}/restore`)],
  ])('one of the %s: %s', async (table, _what, change) => {
    const seen = () => rival.isFree(table, table === 'users' ? user : tag);
    expect(await rival.whileHeld(account, test.accounts.acme, change, seen)).toEqual({ seen: true, status: 200 });
  });

  it('one of a license', async () => {
    const id = await make.heldLicense(test.accounts.acme);
    const change = () => test.as(root(), `POST /license/v1/licenses/${id}/message`, { message: 'Hello' });
    const seen = () => rival.isFree('licenses', id);
    expect(await rival.whileHeld(account, test.accounts.acme, change, seen)).toEqual({ seen: true, status: 200 });
  });

  it('one of a webhook', async () => {
    const id = await make.webhook(test.accounts.acme);
    const change = () => test.as(root(), `POST /iam/v1/webhooks/${id}/test`);
    const seen = () => rival.isFree('webhooks', id);
    expect(await rival.whileHeld(account, test.accounts.acme, change, seen)).toEqual({ seen: true, status: 200 });
  });

  it('one of a service account', async () => {
    const { id } = await make.serviceAccount(test.accounts.acme);
    const token = { name: 'Contended', 'expires-on': new Date(Date.now() + 86_400_000).toISOString() };
    const change = () => test.as(root(), `POST /iam/v1/service-accounts/${id}/tokens`, token);
    const seen = () => rival.isFree('service-accounts', id);
    expect(await rival.whileHeld(account, test.accounts.acme, change, seen)).toEqual({ seen: true, status: 201 });
  });

  it('one of the own factors', async () => {
    const { acmeUser } = test.people;
    const change = () => test.as(acmeUser, `POST /iam/v1/users/${acmeUser.id}/factors/recovery-codes`);
    const seen = () => rival.isFree('users', acmeUser.id);
    expect(await rival.whileHeld(account, test.accounts.acme, change, seen)).toEqual({ seen: true, status: 200 });
  });

  it('one of the own password', async () => {
    const changer = await test.createPerson(test.accounts.acme, 'Changer', null);
    const passwords = { 'current-password': testPassword, 'new-password': 'A long new passphrase' };
    const change = () => test.as(changer, `PUT /iam/v1/users/${changer.id}/password`, passwords);
    const seen = () => rival.isFree('users', changer.id);
    expect(await rival.whileHeld(account, test.accounts.acme, change, seen)).toEqual({ seen: true, status: 200 });
  });

  it('a link for a forgotten password', async () => {
    const { id, email } = await test.createPerson(test.accounts.acme, 'Forgetful', null);
    const { rows } = await rival.query<{ id: string }>(
      'insert into "reset-requests" (email) values ($1) returning id',
      [email],
    );
    const change = () => answerReset(test.services, rows[0]?.id ?? '').then(() => undefined);
    const { seen } = await rival.whileHeld(account, test.accounts.acme, change, () => rival.isFree('users', id));
    expect(seen).toBe(true);
  });

  it('one of a session', async () => {
    const leaver = await test.createPerson(test.accounts.acme, 'Leaver', null);
    const { rows } = await rival.query<{ id: string }>('select id from sessions where "user-id" = $1', [leaver.id]);
    const { license } = await make.hold(leaver, 'active');
    await rival.query('update licenses set "session-id" = $2 where id = $1', [license, rows[0]?.id]);
    const change = () => test.as(leaver, 'POST /auth/v1/logout');
    const seen = () => rival.isFree('sessions', rows[0]?.id ?? '');
    expect(await rival.whileHeld(account, test.accounts.acme, change, seen)).toEqual({ seen: true, status: 200 });
  });
});

describe('a lease', () => {
  const made = (state: Parameters<Maker['hold']>[1]) => make.hold(test.people.acmeUser, state);
  const as = (route: `${'POST' | 'DELETE'} ${string}`, body?: unknown) => test.as(test.people.acmeUser, route, body);

  it.each<[string, 'active' | 'releasing' | 'offline', (lease: string) => Promise<{ readonly status: number }>]>([
    ['checked in', 'active', (lease) => as(`DELETE /license/v1/leases/${lease}?epoch=1`)],
    ['acknowledged', 'releasing', (lease) => as(`POST /license/v1/leases/${lease}/ack`, { epoch: 1 })],
    ['checked out', 'active', (lease) => as(`POST /license/v1/leases/${lease}/offline`, { epoch: 1, days: 1 })],
    ['returned', 'offline', (lease) => as(`POST /license/v1/leases/${lease}/return`, { epoch: 1 })],
  ])('that is %s waits for its account before it locks itself', async (_what, state, change) => {
    const { lease, license } = await made(state);
    const seen = () => rival.isFree('licenses', license);
    expect(await rival.whileHeld(account, test.accounts.acme, () => change(lease), seen)).toEqual({
      seen: true,
      status: 200,
    });
  });

  it.each<[string, string, (consumer: Person, session: string) => readonly [string, string]]>([
    ['account', 'user', (consumer) => [account, consumer.accountId]],
    ['user', 'session', (consumer) => [lockedUser, consumer.id]],
    ['session', 'seat', (_consumer, session) => ['select from sessions where id = $1 for update', session]],
  ])('that is consumed waits for its %s before it locks its %s', async (_first, next, held) => {
    const consumer = await make.person(test.accounts.acme);
    const { id: license, rn } = await make.license(test.accounts.acme, { everyone: true });
    const product = (await make.product()).rn;
    const session = sessionOf(consumer);
    const rows = { user: ['users', consumer.id], session: ['sessions', session], seat: ['licenses', license] } as const;
    const [table, id] = rows[next as keyof typeof rows];
    const change = () => test.as(consumer, 'POST /license/v1/leases', { ...consumeBody(product), license: rn });
    expect(await rival.whileHeld(...held(consumer, session), change, () => rival.isFree(table, id))).toEqual({
      seen: true,
      status: 201,
    });
  });

  it('that another session of its holder takes over waits for its account before it locks the session', async () => {
    const holder = await make.person(test.accounts.acme);
    const { lease } = await make.hold(holder, 'active');
    const session = sessionOf(holder);
    const change = () => test.as(holder, `POST /license/v1/leases/${lease}/heartbeat`, { epoch: 1, seq: 1 });
    const seen = () => rival.isFree('sessions', session);
    expect(await rival.whileHeld(account, test.accounts.acme, change, seen)).toEqual({ seen: true, status: 200 });
  });
});

it('a consume in progress delays the deletion of the owner of its account, which has not locked the owner yet', async () => {
  const { id } = await make.user(test.accounts.birch);
  await rival.query('update accounts set "owner-id" = $2 where id = $1', [test.accounts.birch, id]);
  const consumed = 'select from accounts where id = $1 for share';
  const change = () => test.as(root(), `DELETE /iam/v1/users/${id}`);
  const seen = () => rival.isFree('users', id);
  expect(await rival.whileHeld(consumed, test.accounts.birch, change, seen)).toEqual({ seen: true, status: 200 });
});

it('a stolen session waits for its account before it ends', async () => {
  const application = await registerApplication(test, (await make.product()).rn, 'contended-desktop');
  const { refresh, person } = await signInBy(test, application, test.people.acmeUser);
  await refreshWith(test, application, refresh);
  // Too late for the repetition of a lost reply.
  await rival.query(`update sessions set "renewed-on" = now() - interval '1 minute'`);
  const id = sessionOf(person);
  const change = () => refreshWith(test, application, refresh);
  expect(await rival.whileHeld(account, test.accounts.acme, change, () => rival.isFree('sessions', id))).toEqual({
    seen: true,
    status: 400,
  });
});

it('a group waits for its members before it locks itself', async () => {
  const group = await createTag('Contended group');
  const Operations = [{ op: 'add', path: 'members', value: [{ value: user }] }];
  const schemas = ['urn:ietf:params:scim:api:messages:2.0:PatchOp'];
  const change = () => directory.ask(`PATCH /Groups/${group}`, { schemas, Operations });
  expect(await rival.whileHeld(lockedUser, user, change, () => rival.isFree('tags', group))).toEqual({
    seen: true,
    status: 204,
  });
});

it('the end of a delivery waits for its webhook before it locks itself', async () => {
  const { db, installation } = test.services;
  const webhook = await make.webhook(test.accounts.birch);
  const delivery = await make.webhookDelivery(test.accounts.birch, webhook);
  const claimed = await claimDelivery(db, installation.region, delivery);
  if (!claimed) throw new Error('The delivery is not due.');
  const failed = { status: 500, failure: 'error-status', error: 'It failed.', slow: false } as const;
  const change = () => markFailed(db, claimed, failed).then(() => undefined);
  const { seen } = await rival.whileHeld(lockedWebhook, webhook, change, () =>
    rival.isFree('webhook-deliveries', delivery),
  );
  expect(seen).toBe(true);
});

it('the sweep leaves seats of an account that is being changed to its next run', async () => {
  const { license } = await make.hold(test.people.acmeUser, 'releasing');
  await rival.query(`update licenses set "expires-at" = now() - interval '1 second' where id = $1`, [license]);
  const state = async () => (await rival.query('select "lease-state" from licenses where id = $1', [license])).rows[0];
  await rival.query('begin');
  await rival.query(account, [test.accounts.acme]);
  await sweep(test.services).finally(() => rival.query('rollback'));
  expect(await state()).toEqual({ 'lease-state': 'releasing' });
  await sweep(test.services);
  expect(await state()).toEqual({ 'lease-state': 'free' });
});

describe('an expired session of an account that is being changed', () => {
  /** A session with a lease, whose release is delivered to a webhook by a row of the account. */
  async function expired() {
    const holder = await make.person(test.accounts.acme);
    const { license } = await make.hold(holder, 'active');
    const webhook = await make.webhook(test.accounts.acme);
    await rival.query(`update webhooks set events = '{license.released}' where id = $1`, [webhook]);
    const id = sessionOf(holder);
    await rival.query('update licenses set "session-id" = $2 where id = $1', [license, id]);
    await rival.query(`update sessions set "expires-on" = now() - interval '1 second' where id = $1`, [id]);
    return id;
  }
  const hasEnded = async (id: string) =>
    (await rival.query('select from sessions where id = $1 and "ended-on" is not null', [id])).rowCount === 1;

  it('is left to the next run of the sweep', async () => {
    const id = await expired();
    await rival.query('begin');
    await rival.query(account, [test.accounts.acme]);
    await sweep(test.services).finally(() => rival.query('rollback'));
    expect(await hasEnded(id)).toBe(false);
    await sweep(test.services);
    expect(await hasEnded(id)).toBe(true);
  });

  it('waits before it locks itself, if its end is requested', async () => {
    const id = await expired();
    const { db, installation } = test.services;
    const change = () => endIfExpired(db, installation, id).then(() => undefined);
    const { seen } = await rival.whileHeld(account, test.accounts.acme, change, () => rival.isFree('sessions', id));
    expect([seen, await hasEnded(id)]).toEqual([true, true]);
  });
});

it('a change of several records locks the audit log after all of them', async () => {
  const change = () =>
    test.as(root(), 'POST /iam/v1/users/bulk/tags', {
      'account-id': test.accounts.acme,
      ids: [user],
      add: [tag, otherTag].map(rnOfTag),
    });
  const seen = () => rival.isFree('tags', otherTag);
  expect(await rival.whileHeld(auditHead, test.accounts.acme, change, seen)).toEqual({ seen: false, status: 200 });
});
