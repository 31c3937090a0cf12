import { type Call, callList } from '@keyhold/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { inTransaction } from '../../src/db/database.ts';
import { createTestApp, type Person, type TestApp } from '../app.ts';
import { createMaker, type Maker } from '../made/maker.ts';
import { createDirectory } from '../sign-in/directories.ts';
import type { Request } from './row.ts';

/** A Root Administrator, or another user with more rights than the caller, whom the call would bind. */
interface Bound extends Person {
  readonly account: string;
}

/** A call that changes what binds a user: a request about that user. */
type Binding = (bound: Bound) => Promise<Request> | Request;

/** What a call that writes binds: no user, its own caller alone, or another user. */
type Class = 'nobody' | 'oneself' | Binding;

let test: TestApp;
let make: Maker;
let lesser: Person;
let bound: Bound;
beforeAll(async () => {
  test = await createTestApp();
  make = createMaker(test);
  lesser = await withPolicy(['iam:*', 'license:*', 'adm:*'], 'Lesser');
});
beforeEach(async () => {
  const person = await withPolicy(['*:*'], `Bound${make.next()}`);
  bound = { ...person, account: person.accountId };
});
afterAll(() => test.close());

/** Provider staff with a policy of their own. */
async function withPolicy(actions: readonly string[], name: string): Promise<Person> {
  const person = await test.createPerson(test.accounts.provider, name, null);
  const statement = { actions, effect: 'Allow', principals: [], conditions: [], resources: [] };
  await inTransaction(test.services.db, 'every account', (tx) =>
    tx
      .updateTable('users')
      .set({ policies: JSON.stringify([{ name: 'Own', statements: [statement] }]) })
      .where('id', '=', person.id)
      .execute(),
  );
  return person;
}

const about = ({ id }: { readonly id: string }) => ({ id });
const ids = ({ account, id }: Bound) => ({ 'account-id': account, ids: [id] });

/** Another account, in which the user with more rights is. */
async function moved(one: Bound): Promise<string> {
  const account = await test.createAccount(`Bound ${make.next()}`);
  await inTransaction(test.services.db, 'every account', (tx) =>
    tx.updateTable('users').set({ 'account-id': account }).where('id', '=', one.id).execute(),
  );
  return account;
}

async function owned(one: Bound): Promise<string> {
  await inTransaction(test.services.db, 'every account', (tx) =>
    tx.updateTable('accounts').set({ 'owner-id': one.id }).where('id', '=', one.account).execute(),
  );
  return one.account;
}

async function managed(one: Bound) {
  const directory = await createDirectory(test, one.account);
  await inTransaction(test.services.db, 'every account', (tx) =>
    tx.updateTable('users').set({ 'directory-id': directory.id }).where('id', '=', one.id).execute(),
  );
  return directory;
}

async function setStatus({ id }: Bound, status: 'Pending'): Promise<void> {
  await inTransaction(test.services.db, 'every account', (tx) =>
    tx.updateTable('users').set({ status }).where('id', '=', id).execute(),
  );
}

const security = { 'second-factor': 'off', 'password-sign-in': true, 'session-hours': 12 } as const;

/** Every call that writes. */
const classes: Readonly<Record<string, Class>> = {
  activate: 'nobody',
  getActivation: 'nobody',
  authorize: 'nobody',
  logout: 'nobody',
  confirmEmail: 'nobody',
  resetPassword: 'nobody',
  sendEmailConfirmation: (one) => ({ params: about(one), body: {} }),
  unlinkIdentity: (one) => ({ params: about(one) }),
  moveUsers: async (one) => ({
    body: { users: [one.rn], 'account-id': await test.createAccount(`Bound ${make.next()}`) },
  }),
  sendActivationLink: async (one) => {
    await setStatus(one, 'Pending');
    return { body: { user: one.rn, sendEmail: true, validDays: 1 } };
  },
  decideAuthorization: 'nobody',
  decideDevice: 'nobody',
  findDevice: 'nobody',
  addChallengePasskey: 'nobody',
  addPasskey: 'oneself',
  answerChallenge: 'nobody',
  confirmAuthenticator: 'oneself',
  confirmChallengeAuthenticator: 'nobody',
  prove: 'nobody',
  removeFactor: 'oneself',
  renameFactor: 'oneself',
  renewRecoveryCodes: 'oneself',
  resetFactors: (one) => ({ params: about(one) }),
  signInByPasskey: 'nobody',
  startAuthenticator: 'oneself',
  startChallengeAuthenticator: 'nobody',
  startChallengePasskey: 'nobody',
  startPasskey: 'oneself',
  startPasskeySignIn: 'nobody',
  startProof: 'nobody',
  updateSecurity: (one) => ({ query: { account: one.account }, body: security }),
  deleteSingleSignOn: async (one) => {
    const account = await moved(one);
    await make.connection(account);
    return { query: { account } };
  },
  finishSingleSignOn: 'nobody',
  testSingleSignOn: 'nobody',
  updateSingleSignOn: async (one) => ({
    query: { account: await moved(one) },
    body: { issuer: 'https://login.made.example', 'client-id': 'keyhold', 'client-secret': 'secret', domains: [] },
  }),
  verifyDomain: async (one) => {
    const account = await moved(one);
    return { params: { name: (await make.connection(account)).proven }, query: { account } };
  },
  vouchForDomain: async (one) => {
    const account = await moved(one);
    return { params: { name: (await make.connection(account)).proven }, query: { account } };
  },
  createAccount: 'nobody',
  deleteAccount: async (one) => ({ params: { id: await moved(one) } }),
  restoreAccount: 'nobody',
  updateAccount: 'nobody',
  updateAccountOwner: async (one) => {
    const id = await owned(one);
    return { params: { id }, body: { owner: (await make.user(id)).rn } };
  },
  updateAccountStatus: async (one) => ({ params: { id: await moved(one) }, body: { status: 'Inactive' } }),
  addUserRole: async (one) => ({ params: about(one), body: { role: (await make.role(one.account)).rn } }),
  addUserTag: async (one) => ({ params: about(one), body: { tag: (await make.tag(one.account)).rn } }),
  changePassword: 'oneself',
  createUser: 'nobody',
  deleteUser: (one) => ({ params: about(one) }),
  endUserSession: async (one) => ({ params: { ...about(one), sid: await make.session(one.account, one) } }),
  removeUserRole: async (one) => {
    const role = await make.role(one.account);
    await make.assign(one.account, one, { role });
    return { params: { ...about(one), roleId: role.id } };
  },
  removeUserTag: async (one) => {
    const tag = await make.tag(one.account);
    await make.assign(one.account, one, { tag });
    return { params: { ...about(one), tagId: tag.id } };
  },
  restoreUser: async (one) => {
    await test.as(test.people.root, `DELETE /iam/v1/users/${one.id}`);
    return { params: about(one) };
  },
  updatePreferences: 'oneself',
  updateUser: (one) => ({
    params: about(one),
    body: { email: make.email(), 'first-name': 'Changed', 'last-name': 'Person' },
  }),
  updateUserStatus: (one) => ({ params: about(one), body: { status: 'Inactive' } }),
  createServiceAccount: 'nobody',
  createServiceAccountToken: 'nobody',
  deleteServiceAccount: async (one) => ({ params: about(await managed(one)) }),
  deleteServiceAccountToken: 'nobody',
  updateServiceAccount: async (one) => ({ params: about(await managed(one)), body: { name: `Free ${make.next()}` } }),
  createTag: 'nobody',
  deleteTag: 'nobody',
  restoreTag: 'nobody',
  updateTag: 'nobody',
  addLicenseAddon: 'nobody',
  removeLicenseAddon: 'nobody',
  setLicensePolicies: 'nobody',
  unassignLicense: 'nobody',
  updateAddonLicense: 'nobody',
  updateLicense: 'nobody',
  createAddon: 'nobody',
  createProduct: 'nobody',
  issueAddonLicenses: 'nobody',
  issueLicenses: 'nobody',
  moveLicense: 'nobody',
  voidLicense: 'nobody',
  restoreLicense: 'nobody',
  voidAddonLicense: 'nobody',
  restoreAddonLicense: 'nobody',
  updateAddon: 'nobody',
  deleteProduct: 'nobody',
  deleteAddon: 'nobody',
  updateLicenseStatus: 'nobody',
  updateLicenseTerms: 'nobody',
  updateProduct: 'nobody',
  createApplication: 'nobody',
  deleteApplication: 'nobody',
  updateApplication: 'nobody',
  changeUserRoles: async (one) => ({ body: { ...ids(one), add: [(await make.role(one.account)).rn] } }),
  changeUserTags: async (one) => ({ body: { ...ids(one), add: [(await make.tag(one.account)).rn] } }),
  deleteUsers: (one) => ({ body: ids(one) }),
  changeUserStatus: (one) => ({ body: { ...ids(one), status: 'Inactive' } }),
  sendActivationLinks: async (one) => {
    await setStatus(one, 'Pending');
    return { body: { ...ids(one), 'valid-days': 7 } };
  },
  importUsers: (one) => ({
    body: { 'account-id': one.account, mode: 'apply', update: true, rows: [{ email: one.email, title: 'Lesser' }] },
  }),
  releaseLicenses: 'nobody',
  createPool: 'nobody',
  updatePool: 'nobody',
  setPoolPolicies: 'nobody',
  setPoolRules: 'nobody',
  previewPoolRules: 'nobody',
  setPoolOverdraft: 'nobody',
  addPoolLicenses: 'nobody',
  removePoolLicenses: 'nobody',
  deletePool: 'nobody',
  voidLicenses: 'nobody',
  restoreLicenses: 'nobody',
  changeLicensePolicies: 'nobody',
  changeLicenseStatus: 'nobody',
  changeLicenseTerms: 'nobody',
  changeLicenseAddons: 'nobody',
  giveLicenses: 'nobody',
  takeLicenses: 'nobody',
  setWaitingClass: 'nobody',
  leaveLine: 'nobody',
  askHolders: 'nobody',
  acknowledgeMessage: 'nobody',
  acknowledgeRelease: 'nobody',
  checkInLease: 'nobody',
  consumeLicense: 'nobody',
  heartbeatLease: 'nobody',
  returnOfflineLease: 'nobody',
  sendLicenseMessage: 'nobody',
  takeLeaseOffline: 'nobody',
  createWebhook: 'nobody',
  deleteWebhook: 'nobody',
  renewWebhookSecret: 'nobody',
  resendWebhookDelivery: 'nobody',
  testWebhook: 'nobody',
  updateWebhook: 'nobody',
};

const writing = callList.filter(({ method }) => method !== 'GET');
const binding = writing.filter(({ name }) => typeof classes[name] === 'function');

it('Every call that writes has a class, and no other one', () => {
  expect(Object.keys(classes).toSorted()).toEqual(writing.map(({ name }) => name).toSorted());
});

describe('What binds a user with more rights', () => {
  it.each(binding.map((call) => [call.name, call] as const))('is not changed by %s', async (name, call) => {
    const request = await (classes[name] as Binding)(bound);
    const before = await state();
    expect(refusal(await send(call, lesser, request))).toBe(true);
    expect(await state()).toEqual(before);
  });
});

/** Whether a single call was refused, or a bulk call reports its only record as refused. */
function refusal({ status, body }: { status: number; body: object }): boolean {
  if (status !== 200) return status === 403;
  const { items } = body as { items?: { outcome: string; problems: { code: string }[] }[] };
  if (items) return items.every(({ outcome, problems }) => outcome === 'refuse' && problems[0]?.code === 'forbidden');
  const { changed, failures } = body as { changed?: number; failures?: { code: string }[] };
  return changed === 0 && failures?.length === 1 && failures[0]?.code === 'forbidden';
}

function send(call: Call, by: Person, { params = {}, query = {}, body }: Request) {
  const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) => String(params[name]));
  const search = new URLSearchParams(query).toString();
  const route = `${call.method as 'POST'} ${path}${search && `?${search}`}` as const;
  return test.as(by, route, body ?? (call.method === 'DELETE' ? undefined : {}));
}

/** What binds users: accounts, users, their roles, sessions, factors, keys, connections, domains and directories. */
async function state(): Promise<unknown> {
  const tables = ['accounts', 'users', 'user-roles', 'sessions', 'factors', 'activation-keys', 'sign-in-connections'];
  return inTransaction(test.services.db, 'every account', async (tx) => {
    const rows = [];
    for (const table of [...tables, 'connection-domains', 'service-accounts', 'outbox'])
      rows.push(
        (await sql`select to_jsonb(t) - 'last-used-on' from ${sql.table(table)} as t order by 1`.execute(tx)).rows,
      );
    return rows;
  });
}
