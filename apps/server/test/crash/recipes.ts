import { Resolver } from 'node:dns/promises';
import { type calls, consumePolicy, webhookEvents } from '@keyhold/contract';
import { vi } from 'vitest';
import { inTransaction } from '../../src/db/database.ts';
import type { Person, TestApp } from '../app.ts';
import type { Request } from '../authorization/row.ts';
import { singleSignOnRows } from '../authorization/rows/rows-single-sign-on.ts';
import type { Maker } from '../made/maker.ts';
import type { Made } from '../made/making.ts';
import { createDirectory } from '../sign-in/directories.ts';

/** A change with all its consequences, and all tables that it writes. */
interface Recipe {
  request(world: RecipeWorld): Promise<Request>;
  readonly writes: readonly string[];
}

export interface RecipeWorld {
  readonly test: TestApp;
  readonly make: Maker;
  /** An account with a webhook for every event. */
  readonly account: string;
}

const audited = ['audit', 'audit-heads'];
const ofUser = [...audited, 'users'];
/** The writes of the end of a lease: the seat, its use so far, the log, and a webhook's delivery. */
const released = [...audited, 'licenses', 'license-uses', 'usage-days', 'webhook-deliveries', '_private_jobs'];
const mailed = ['outbox', '_private_jobs'];

/** Calls whose simplest request would omit consequences of the change; the matrix of calls has all others. */
export const recipes: Readonly<Partial<Record<keyof typeof calls, Recipe>>> = {
  updateSingleSignOn: {
    request: async ({ make }) => singleSignOnRows.updateSingleSignOn.request(make, (await make.account()).id),
    writes: ['audit', 'audit-heads', 'sign-in-connections', 'connection-domains', 'connection-roles'],
  },
  verifyDomain: {
    request: async ({ make, account }) => {
      const { unproven, record } = await make.connection(account);
      vi.spyOn(Resolver.prototype, 'resolveTxt').mockResolvedValue([[record]]);
      return { params: { name: unproven }, query: { account } };
    },
    writes: [...audited, 'connection-domains'],
  },
  updateAccountOwner: {
    request: async ({ make }) => {
      const account = await make.account();
      return { params: { id: account.id }, body: { owner: (await make.user(account.id)).rn } };
    },
    writes: [...audited, 'accounts'],
  },
  updateAccountStatus: {
    request: async (world) => ({ params: { id: await busyAccount(world) }, body: { status: 'Inactive' } }),
    writes: [...released, 'accounts', 'sessions'],
  },
  deleteAccount: {
    request: async (world) => ({ params: { id: await busyAccount(world) } }),
    // The account's webhooks end with it.
    writes: [...audited, 'licenses', 'license-uses', 'usage-days', 'accounts', 'sessions', 'users', 'tags'],
  },
  restoreAccount: {
    request: async (world) => {
      const id = await busyAccount(world);
      await world.test.as(world.test.people.root, `DELETE /admin/v1/accounts/${id}`);
      return { params: { id } };
    },
    writes: [...audited, 'accounts', 'users', 'tags', 'licenses'],
  },
  updateServiceAccount: {
    request: async (world) => ({
      params: { id: await busyDirectory(world) },
      body: { name: `Freed ${world.make.next()}` },
    }),
    writes: [...audited, 'service-accounts', 'service-account-tokens', 'users', 'tags'],
  },
  deleteServiceAccount: {
    request: async (world) => ({ params: { id: await busyDirectory(world) } }),
    writes: [...audited, 'service-accounts', 'service-account-tokens', 'users', 'tags'],
  },
  sendActivationLink: {
    request: async ({ make, account }) => {
      const user = await make.user(account, { status: 'Pending' });
      await make.activationKey(account, user);
      return { body: { user: user.rn, sendEmail: true, validDays: 30 } };
    },
    writes: [...audited, ...mailed, 'activation-keys', 'link-mails'],
  },
  activate: {
    request: async ({ test, make }) => {
      const account = await make.account();
      const user = await make.user(account.id, { status: 'Pending' });
      await inTransaction(test.services.db, 'every account', (tx) =>
        tx
          .updateTable('accounts')
          .set({ status: 'Pending', 'owner-id': user.id })
          .where('id', '=', account.id)
          .execute(),
      );
      const key = await make.activationKey(account.id, user);
      return { body: { 'activation-key': key, 'new-password': 'quite a fine new one' } };
    },
    writes: [...audited, 'accounts', 'activation-keys', 'device-marks', 'known-addresses', 'sessions', 'users'],
  },
  deleteUser: {
    request: async (world) => ({ params: { id: (await busyPerson(world)).id } }),
    writes: [...released, 'accounts', 'activation-keys', 'sessions', 'users'],
  },
  deleteUsers: {
    request: async (world) => ({ body: { 'account-id': world.account, ids: [(await busyPerson(world)).id] } }),
    writes: [...released, 'accounts', 'activation-keys', 'sessions', 'users'],
  },
  updateUserStatus: {
    request: async (world) => ({ params: { id: (await busyPerson(world)).id }, body: { status: 'Inactive' } }),
    writes: [...released, 'sessions', 'users', 'activation-keys'],
  },
  changeUserStatus: {
    request: async (world) => ({
      body: { 'account-id': world.account, ids: [(await busyPerson(world)).id], status: 'Inactive' },
    }),
    writes: [...released, 'sessions', 'users', 'activation-keys'],
  },
  sendActivationLinks: {
    request: async ({ make, account }) => ({
      body: {
        'account-id': account,
        ids: [(await make.user(account, { status: 'Pending' })).id],
        'valid-days': 7,
      },
    }),
    writes: [...audited, ...mailed, 'activation-keys', 'link-mails'],
  },
  importUsers: {
    request: async ({ make, account }) => ({
      // Its list has a version then.
      params: await make.user(account).then(() => ({})),
      body: {
        'account-id': account,
        mode: 'apply',
        invite: true,
        'create-tags': true,
        rows: [
          {
            email: `imported-${make.next()}@made.example`,
            'first-name': 'Ida',
            'last-name': 'Imported',
            tags: [`Imported ${make.next()}`],
          },
        ],
      },
    }),
    writes: [...ofUser, ...mailed, 'user-tags', 'tags', 'activation-keys', 'link-mails'],
  },
  removeUserTag: {
    request: async (world) => {
      const { person, tag } = await heldByTag(world);
      return { params: { id: person.id, tagId: tag.id } };
    },
    writes: [...released, 'user-tags', 'users'],
  },
  changeUserTags: {
    request: async (world) => {
      const { person, tag } = await heldByTag(world);
      const added = await world.make.tag(world.account);
      return { body: { 'account-id': world.account, ids: [person.id], add: [added.rn], remove: [tag.rn] } };
    },
    writes: [...released, 'user-tags', 'users'],
  },
  changeUserRoles: {
    request: async ({ make, account }) => ({
      body: { 'account-id': account, ids: [(await make.user(account)).id], add: [(await make.role(account)).rn] },
    }),
    writes: [...ofUser, 'user-roles'],
  },
  deleteTag: {
    request: async ({ make, account }) => {
      const tag = await make.tag(account);
      await make.assign(account, await make.user(account), { tag });
      return { params: { id: tag.id } };
    },
    writes: [...audited, 'tags'],
  },
  updateAccount: {
    request: async ({ make }) => ({
      params: { id: (await make.account()).id },
      body: { name: `Renamed ${make.next()}`, description: 'Changed' },
    }),
    writes: [...audited, 'accounts'],
  },
  updateProduct: {
    request: async ({ make }) => ({
      params: { id: (await make.product()).id },
      body: { name: `Product ${make.next()}` },
    }),
    writes: [...audited, 'products'],
  },
  setLicensePolicies: { request: held({ policies: [consumePolicy({ kind: 'No one' })] }), writes: released },
  unassignLicense: { request: held({}), writes: released },
  updateLicenseStatus: { request: held({ status: 'Suspended' }), writes: released },
  updateLicenseTerms: { request: held({ expiry: { date: '2026-01-01' } }), writes: released },
  releaseLicenses: {
    request: async ({ make, account }) => ({
      body: { 'account-id': account, ids: [await make.heldLicense(account)] },
    }),
    writes: released,
  },
  voidLicenses: { request: heldAmong({}), writes: released },
  changeLicensePolicies: { request: heldAmong({ consumers: { kind: 'no-one' } }), writes: released },
  changeLicenseTerms: { request: heldAmong({ expiry: { date: '2026-01-01' } }), writes: released },
  changeLicenseStatus: { request: heldAmong({ status: 'Suspended' }), writes: released },
  giveLicenses: {
    request: async ({ make, account }) => {
      await make.license(account);
      return gift(account, (await make.product()).rn, (await make.user(account)).rn);
    },
    writes: [...audited, 'licenses'],
  },
  takeLicenses: {
    request: async (world) => {
      const { make, account } = world;
      const { person } = await heldByName(world);
      return gift(account, (await make.product()).rn, person.rn);
    },
    writes: released,
  },
  voidLicense: {
    request: async ({ make, account }) => {
      const license = await make.heldLicense(account);
      const { id } = await make.license(account);
      await make.addonLicense(account, { on: { id: license, rn: id } });
      return { params: { id: license } };
    },
    writes: [...released, 'addon-licenses'],
  },
  moveLicense: {
    request: async ({ make, account }) => {
      const on = await make.license(account, { everyone: true });
      await make.addonLicense(account, { on });
      return { params: { id: on.id }, body: { 'account-id': (await make.account()).id } };
    },
    writes: [...audited, 'licenses', 'addon-licenses'],
  },
  issueLicenses: {
    request: async ({ make, account }) => ({
      body: {
        'account-id': account,
        product: (await make.product()).rn,
        type: 'Trial',
        expiry: { period: 30 },
        count: 3,
      },
    }),
    writes: [...audited, 'licenses', 'webhook-deliveries', '_private_jobs'],
  },
};

function held(body: unknown) {
  return async ({ make, account }: RecipeWorld): Promise<Request> => ({
    params: { id: await make.heldLicense(account) },
    body,
  });
}

function heldAmong(body: object) {
  return async ({ make, account }: RecipeWorld): Promise<Request> => ({
    body: { 'account-id': account, ids: [await make.heldLicense(account)], ...body },
  });
}

function gift(account: string, product: string, user: string): Request {
  return { body: { 'account-id': account, product, users: [user], mode: 'apply' } };
}

/** A user who holds a license that names them. */
async function heldByName({ test, make, account }: RecipeWorld): Promise<{ person: Person }> {
  const person = await make.person(account);
  const { license } = await make.hold(person, 'active');
  const policies = JSON.stringify([consumePolicy({ kind: 'User', user: person.rn })]);
  await inTransaction(test.services.db, 'every account', (tx) =>
    tx.updateTable('licenses').set({ policies }).where('id', '=', license).execute(),
  );
  return { person };
}

/** A signed-in user with a role, a tag and a license, who owns the account and is named by another license's policy. */
async function busyPerson({ test, make, account }: RecipeWorld): Promise<Person> {
  const person = await make.person(account);
  await make.assign(account, person, { role: await make.role(account), tag: await make.tag(account) });
  await make.activationKey(account, person);
  await make.hold(person, 'active');
  const named = await make.license(account);
  await inTransaction(test.services.db, 'every account', async (tx) => {
    const policies = JSON.stringify([consumePolicy({ kind: 'User', user: person.rn })]);
    await tx.updateTable('licenses').set({ policies }).where('id', '=', named.id).execute();
    await tx.updateTable('accounts').set({ 'owner-id': person.id }).where('id', '=', account).execute();
  });
  return person;
}

/** A directory that manages a user and a tag. */
async function busyDirectory({ test, make, account }: RecipeWorld): Promise<string> {
  const { id } = await createDirectory(test, account);
  const [person, tag] = [await make.user(account), await make.tag(account)];
  await inTransaction(test.services.db, 'every account', async (tx) => {
    await tx.updateTable('users').set({ 'directory-id': id }).where('id', '=', person.id).execute();
    await tx.updateTable('tags').set({ 'directory-id': id }).where('id', '=', tag.id).execute();
  });
  return id;
}

/** An account with a busy user, and a webhook. */
async function busyAccount(world: RecipeWorld): Promise<string> {
  const { id: account } = await world.make.account();
  await busyPerson({ ...world, account });
  await toldOfEverything(world.test, world.make, account);
  return account;
}

/** A user who holds a license by one of their tags. */
async function heldByTag({ test, make, account }: RecipeWorld): Promise<{ person: Person; tag: Made }> {
  const [person, tag] = [await make.person(account), await make.tag(account)];
  await make.assign(account, person, { tag });
  const { license } = await make.hold(person, 'active');
  await inTransaction(test.services.db, 'every account', (tx) =>
    tx
      .updateTable('licenses')
      .set({ policies: JSON.stringify([consumePolicy({ kind: 'Tags', tags: [tag.rn] })]) })
      .where('id', '=', license)
      .execute(),
  );
  return { person, tag };
}

/** Creates a webhook of an account for every event. */
export async function toldOfEverything(test: TestApp, make: Maker, account: string): Promise<void> {
  const id = await make.webhook(account);
  await inTransaction(test.services.db, 'every account', (tx) =>
    tx
      .updateTable('webhooks')
      .set({ events: [...webhookEvents] })
      .where('id', '=', id)
      .execute(),
  );
}
