import { consumePolicy } from '@keyhold/contract';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type Person, type TestApp, testPassword } from '../../test/app.ts';
import { createDirectory, letUseTags, type TestDirectory } from '../../test/directories.ts';
import { waitingForLocks } from '../../test/lock-waits.ts';
import { createMaker, type Maker } from '../../test/made/maker.ts';
import { answerReset } from '../modules/auth/answer-reset.ts';
import { sweepLeases } from '../modules/leases/sweep-leases.ts';
import { claimDelivery, markFailed } from '../webhooks/webhook-outbox.ts';

let test: TestApp;
let make: Maker;
let rival: pg.Client;
let directory: TestDirectory;
let user: string;
let tag: string;
let otherTag: string;
beforeAll(async () => {
  test = await createTestApp();
  make = createMaker(test);
  rival = new pg.Client({ connectionString: test.connectionString });
  await rival.connect();
  await rival.query("set keyhold.account = '*'");
  ({ id: user } = await test.createPerson(test.accounts.acme, 'Contended', null));
  [tag, otherTag] = [await createTag('Contended'), await createTag('Contended too')];
  await letUseTags(test, test.accounts.acme);
  directory = await createDirectory(test, test.accounts.acme);
});
afterAll(async () => {
  await rival.end();
  await test.close();
});

const root = () => test.people.root;
const tagRn = () => ({ tag: rnOfTag(tag) });

function rnOfTag(id: string): string {
  return `keyhold:eu-1:${test.accounts.acme}:tag:${id}`;
}

async function createTag(name: string): Promise<string> {
  const { body } = await test.as(root(), 'POST /iam/v1/tags', { name, 'account-id': test.accounts.acme });
  return body.item.rn.split(':').at(-1) ?? '';
}

/** Makes a change while a rival holds a lock of an id; returns what the rival then sees, and the reply. */
async function whileHeld<Seen>(
  lock: string,
  id: string,
  change: () => Promise<{ readonly status: number } | undefined>,
  see: () => Promise<Seen>,
) {
  await rival.query('begin');
  await rival.query(lock, [id]);
  const reply = change();
  const seen = await waitingForLocks(test)
    .then(see)
    .finally(() => rival.query('rollback'));
  return { seen, status: (await reply)?.status };
}

const account = 'select from accounts where id = $1 for update';
const lockedUser = 'select from users where id = $1 for update';
const lockedWebhook = 'select from webhooks where id = $1 for update';
const auditHead = 'select from "audit-heads" where "account-id" = $1 for update';

/** Whether nobody has locked a row. */
async function isFree(table: string, id: string): Promise<boolean> {
  const { rowCount } = await rival.query(`select from "${table}" where id = $1 for update skip locked`, [id]);
  return rowCount === 1;
}

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
    const seen = () => isFree(table, table === 'users' ? user : tag);
    expect(await whileHeld(account, test.accounts.acme, change, seen)).toEqual({ seen: true, status: 200 });
  });

  it('one of a license', async () => {
    const id = await make.heldLicense(test.accounts.acme);
    const change = () => test.as(root(), `POST /license/v1/licenses/${id}/message`, { message: 'Hello' });
    const seen = () => isFree('licenses', id);
    expect(await whileHeld(account, test.accounts.acme, change, seen)).toEqual({ seen: true, status: 200 });
  });

  it('one of a webhook', async () => {
    const id = await make.webhook(test.accounts.acme);
    const change = () => test.as(root(), `POST /iam/v1/webhooks/${id}/test`);
    const seen = () => isFree('webhooks', id);
    expect(await whileHeld(account, test.accounts.acme, change, seen)).toEqual({ seen: true, status: 200 });
  });

  it('one of a service account', async () => {
    const { id } = await make.serviceAccount(test.accounts.acme);
    const token = { name: 'Contended', 'expires-on': new Date(Date.now() + 86_400_000).toISOString() };
    const change = () => test.as(root(), `POST /iam/v1/service-accounts/${id}/tokens`, token);
    const seen = () => isFree('service-accounts', id);
    expect(await whileHeld(account, test.accounts.acme, change, seen)).toEqual({ seen: true, status: 201 });
  });

  it('one of the own factors', async () => {
    const { acmeUser } = test.people;
    const change = () => test.as(acmeUser, `POST /iam/v1/users/${acmeUser.id}/factors/recovery-codes`);
    const seen = () => isFree('users', acmeUser.id);
    expect(await whileHeld(account, test.accounts.acme, change, seen)).toEqual({ seen: true, status: 200 });
  });

  it('one of the own password', async () => {
    const changer = await test.createPerson(test.accounts.acme, 'Changer', null);
    const passwords = { 'current-password': testPassword, 'new-password': 'A long new passphrase' };
    const change = () => test.as(changer, `PUT /iam/v1/users/${changer.id}/password`, passwords);
    const seen = () => isFree('users', changer.id);
    expect(await whileHeld(account, test.accounts.acme, change, seen)).toEqual({ seen: true, status: 200 });
  });

  it('a link for a forgotten password', async () => {
    const { id, email } = await test.createPerson(test.accounts.acme, 'Forgetful', null);
    const { rows } = await rival.query('insert into "reset-requests" (email) values ($1) returning id', [email]);
    const change = () => answerReset(test.services, rows[0].id).then(() => undefined);
    const { seen } = await whileHeld(account, test.accounts.acme, change, () => isFree('users', id));
    expect(seen).toBe(true);
  });

  it('one of a session', async () => {
    const leaver = await test.createPerson(test.accounts.acme, 'Leaver', null);
    const { rows } = await rival.query<{ id: string }>('select id from sessions where "user-id" = $1', [leaver.id]);
    const { license } = await make.hold(leaver, 'active');
    await rival.query('update licenses set "session-id" = $2 where id = $1', [license, rows[0]?.id]);
    const change = () => test.as(leaver, 'POST /auth/v1/logout');
    const seen = () => isFree('sessions', rows[0]?.id ?? '');
    expect(await whileHeld(account, test.accounts.acme, change, seen)).toEqual({ seen: true, status: 200 });
  });
});

it('a group waits for its members before it locks itself', async () => {
  const group = await createTag('Contended group');
  const Operations = [{ op: 'add', path: 'members', value: [{ value: user }] }];
  const schemas = ['urn:ietf:params:scim:api:messages:2.0:PatchOp'];
  const change = () => directory.ask(`PATCH /Groups/${group}`, { schemas, Operations });
  expect(await whileHeld(lockedUser, user, change, () => isFree('tags', group))).toEqual({ seen: true, status: 204 });
});

it('the end of a delivery waits for its webhook before it locks itself', async () => {
  const { db, installation } = test.services;
  const webhook = await make.webhook(test.accounts.birch);
  const delivery = await make.webhookDelivery(test.accounts.birch, webhook);
  const claimed = await claimDelivery(db, installation.region, delivery);
  if (!claimed) throw new Error('The delivery is not due.');
  const failed = { status: 500, failure: 'error-status', error: 'It failed.', slow: false } as const;
  const change = () => markFailed(db, claimed, failed).then(() => undefined);
  const { seen } = await whileHeld(lockedWebhook, webhook, change, () => isFree('webhook-deliveries', delivery));
  expect(seen).toBe(true);
});

it('the sweep leaves seats of an account that is being changed to its next run', async () => {
  const { license } = await make.hold(test.people.acmeUser, 'releasing');
  await rival.query(`update licenses set "expires-at" = now() - interval '1 second' where id = $1`, [license]);
  const state = async () => (await rival.query('select "lease-state" from licenses where id = $1', [license])).rows[0];
  await rival.query('begin');
  await rival.query(account, [test.accounts.acme]);
  await sweepLeases(test.services).finally(() => rival.query('rollback'));
  expect(await state()).toEqual({ 'lease-state': 'releasing' });
  await sweepLeases(test.services);
  expect(await state()).toEqual({ 'lease-state': 'free' });
});

it('a change of several records locks the audit log after all of them', async () => {
  const change = () =>
    test.as(root(), 'POST /iam/v1/users/bulk/tags', {
      'account-id': test.accounts.acme,
      ids: [user],
      add: [tag, otherTag].map(rnOfTag),
    });
  const seen = () => isFree('tags', otherTag);
  expect(await whileHeld(auditHead, test.accounts.acme, change, seen)).toEqual({ seen: false, status: 200 });
});

describe('rows of one kind are locked by id', () => {
  /** Whether a change that waits for the first of two rows has not locked the second. */
  async function locksInOrder(
    table: 'licenses',
    [first, second]: readonly string[],
    change: () => Promise<{ readonly status: number } | undefined>,
  ) {
    if (!first || !second || first >= second) throw new Error('The ids are in no order.');
    // The first row is the last in the table, where a query without an order finds it.
    await rival.query(`update "${table}" set id = id where id = $1`, [first]);
    return whileHeld(`select from "${table}" where id = $1 for update`, first, change, () => isFree(table, second));
  }

  it('licenses, when a user is deleted who holds some and is named by others', async () => {
    const leaver = await make.person(test.accounts.acme);
    const named = await make.license(test.accounts.acme);
    const { license: held } = await make.hold(leaver, 'active');
    const policies = JSON.stringify([consumePolicy({ kind: 'User', user: leaver.rn })]);
    await rival.query('update licenses set policies = $2 where id = $1', [named.id, policies]);
    const change = () => test.as(root(), `DELETE /iam/v1/users/${leaver.id}`);
    expect(await locksInOrder('licenses', [named.id, held], change)).toEqual({ seen: true, status: 200 });
  });

  it.each<[string, (leaver: Person) => Promise<{ readonly status: number }>]>([
    ['is deactivated', ({ id }) => test.as(root(), `PUT /iam/v1/users/${id}/status`, { status: 'Inactive' })],
    ['is deleted', ({ id }) => test.as(root(), `DELETE /iam/v1/users/${id}`)],
    ['signs out', (leaver) => test.as(leaver, 'POST /auth/v1/logout')],
  ])('licenses, when a user %s who holds some by a session', async (_what, end) => {
    const leaver = await make.person(test.accounts.acme);
    const lapsed = await make.hold(leaver, 'active');
    const held = await make.hold(leaver, 'active');
    await rival.query(
      `update licenses set "session-id" = (select id from sessions where "user-id" = $1) where id = any($2)`,
      [leaver.id, [lapsed.license, held.license]],
    );
    await rival.query(`update licenses set "expires-at" = now() where id = $1`, [lapsed.license]);
    const change = () => end(leaver);
    expect(await locksInOrder('licenses', [lapsed.license, held.license], change)).toEqual({ seen: true, status: 200 });
  });
});
