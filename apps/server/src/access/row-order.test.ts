import { type Consumers, consumePolicy } from '@keyhold/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type Person, type TestApp } from '../../test/app.ts';
import { openRival, type Rival } from '../../test/database/rival.ts';
import { createMaker, type Maker } from '../../test/made/maker.ts';
import type { Made } from '../../test/made/making.ts';
import { createDirectory, letUseTags, type TestDirectory } from '../../test/sign-in/directories.ts';

/** Changes of several rows of one kind lock them by id: in any other order, two of them would wait for each other. */
let test: TestApp;
let make: Maker;
let rival: Rival;
let directory: TestDirectory;
let acme: string;
beforeAll(async () => {
  test = await createTestApp();
  make = createMaker(test);
  rival = await openRival(test);
  acme = test.accounts.acme;
  await letUseTags(test, acme);
  directory = await createDirectory(test, acme);
});
afterAll(async () => {
  await rival.close();
  await test.close();
});

const root = () => test.people.root;
const inOrder = (status: number) => ({ seen: true, status });

async function hold(holder: Person, { lapsed = false } = {}): Promise<string> {
  const { license } = await make.hold(holder, 'active');
  const session = '(select id from sessions where "user-id" = licenses."holder-id" limit 1)';
  await rival.query(`update licenses set "session-id" = ${session} where id = $1`, [license]);
  if (lapsed) await rival.query('update licenses set "expires-at" = now() where id = $1', [license]);
  return license;
}

async function setConsumers(license: string, consumers: Exclude<Consumers, { kind: 'Custom policy' }>) {
  await rival.query('update licenses set policies = $2 where id = $1', [
    license,
    JSON.stringify([consumePolicy(consumers)]),
  ]);
}

const twoTags = async (): Promise<[Made, Made]> => [await make.tag(acme), await make.tag(acme)];
const twoUsers = async (): Promise<[Made, Made]> => [await make.user(acme), await make.user(acme)];
const idsOf = ([one, other]: readonly [Made, Made]): [string, string] => [one.id, other.id];

it('licenses, when a user is deleted who holds some and is named by others', async () => {
  const leaver = await make.person(acme);
  const { id: named } = await make.license(acme);
  const held = await hold(leaver);
  await setConsumers(named, { kind: 'User', user: leaver.rn });
  const change = () => test.as(root(), `DELETE /iam/v1/users/${leaver.id}`);
  expect(await rival.whileFirstHeld('licenses', [named, held], change)).toEqual(inOrder(200));
});

it.each<[string, (leaver: Person) => Promise<{ readonly status: number }>]>([
  ['is deactivated', ({ id }) => test.as(root(), `PUT /iam/v1/users/${id}/status`, { status: 'Inactive' })],
  ['is deleted', ({ id }) => test.as(root(), `DELETE /iam/v1/users/${id}`)],
  ['signs out', (leaver) => test.as(leaver, 'POST /auth/v1/logout')],
])('licenses, when a user %s who holds some, in use or lapsed', async (_what, end) => {
  const leaver = await make.person(acme);
  const licenses: [string, string] = [await hold(leaver, { lapsed: true }), await hold(leaver)];
  expect(await rival.whileFirstHeld('licenses', licenses, () => end(leaver))).toEqual(inOrder(200));
});

it('licenses, when the tags of a holder change', async () => {
  const holder = await make.person(acme);
  const licenses: [string, string] = [await hold(holder), await hold(holder)];
  const tag = await make.tag(acme);
  const change = () => test.as(root(), `POST /iam/v1/users/${holder.id}/tags`, { tag: tag.rn });
  expect(await rival.whileFirstHeld('licenses', licenses, change)).toEqual(inOrder(200));
});

it.each(['users', 'licenses'] as const)('%s, when members join a group', async (table) => {
  const [one, other] = [await make.person(acme), await make.person(acme)];
  const group = await make.tag(acme);
  await rival.query('update tags set "directory-id" = $2 where id = $1', [group.id, directory.id]);
  const value = [other, one].map(({ id }) => ({ value: id }));
  const schemas = ['urn:ietf:params:scim:api:messages:2.0:PatchOp'];
  const Operations = [{ op: 'add', path: 'members', value }];
  const change = () => directory.ask(`PATCH /Groups/${group.id}`, { schemas, Operations });
  const ids: [string, string] = table === 'users' ? [one.id, other.id] : [await hold(other), await hold(one)];
  expect(await rival.whileFirstHeld(table, ids, change)).toEqual(inOrder(204));
});

it('users whom a policy names', async () => {
  const users = await twoUsers();
  const license = await make.license(acme);
  const [of, ...others] = users.toReversed().map(({ rn }) => consumePolicy({ kind: 'User', user: rn }));
  const statements = [of, ...others].flatMap((policy) => policy?.statements ?? []);
  const policies = [{ ...of, statements }];
  const change = () => test.as(root(), `PUT /license/v1/licenses/${license.id}/policies`, { policies });
  expect(await rival.whileFirstHeld('users', idsOf(users), change)).toEqual(inOrder(200));
});

it('tags that a policy requires', async () => {
  const tags = await twoTags();
  const license = await make.license(acme);
  const policies = [consumePolicy({ kind: 'Tags', tags: tags.toReversed().map(({ rn }) => rn) })];
  const change = () => test.as(root(), `PUT /license/v1/licenses/${license.id}/policies`, { policies });
  expect(await rival.whileFirstHeld('tags', idsOf(tags), change)).toEqual(inOrder(200));
});

it.each([0, 1])('tags that several users get at once, listed in any order', async (first) => {
  const tags = await twoTags();
  const user = await make.user(acme);
  const add = [tags[first]?.rn, tags[1 - first]?.rn];
  const change = () => test.as(root(), 'POST /iam/v1/users/bulk/tags', { 'account-id': acme, ids: [user.id], add });
  expect(await rival.whileFirstHeld('tags', idsOf(tags), change)).toEqual(inOrder(200));
});

it('accounts, when an application ends in which users of several are signed in', async () => {
  const accounts: [string, string] = [acme, test.accounts.birch];
  const application = await make.application();
  for (const account of accounts) {
    const session = await make.session(account, await make.user(account));
    await rival.query('update sessions set "application-id" = $2 where id = $1', [session, application.id]);
  }
  const change = () => test.as(root(), `DELETE /license/v1/applications/${application.id}`);
  expect(await rival.whileFirstHeld('accounts', accounts, change)).toEqual(inOrder(200));
});
