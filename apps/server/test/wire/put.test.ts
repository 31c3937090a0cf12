import { type AnyResource, calls, resources } from '@keyhold/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as z from 'zod';
import { rnOf } from '../../src/installation.ts';
import { createTestApp, type TestApp } from '../app.ts';
import { issueAddonLicense } from '../licensing/issued-licenses.ts';
import { createLicense, createProduct, everyone, studio } from '../licensing/leases.ts';

let test: TestApp;
/** The rn of a role of the account. */
let role: string;
/** The rn of a role of the provider account. */
let providerRole: string;
beforeAll(async () => {
  test = await createTestApp();
  await createProduct(test);
  role = String((await test.as(test.people.acmeAdmin, 'GET /iam/v1/roles')).body.items[0]?.rn);
  providerRole = String((await test.as(test.people.root, 'GET /iam/v1/roles')).body.items[0]?.rn);
});
afterAll(() => test.close());

type Fields = Readonly<Record<string, unknown>>;

interface Case {
  /** Creates the resource to change, and returns its path. */
  readonly make: () => Promise<string>;
  readonly required: Fields;
  readonly optional: Fields;
  /** The values of the optional fields when they are omitted. */
  readonly empty: Fields;
  /** Reads the fields from the item, if they are nested. */
  readonly read?: (item: Fields) => Fields;
}

const own = () => test.people.acmeAdmin.accountId;
const made = async (route: `POST ${string}`, body: object) =>
  (await test.as(test.people.root, route, body)).body.item as unknown as Fields;
const idOf = (item: Fields) =>
  String(item['rn'] ?? item['id'])
    .split(':')
    .at(-1);
/** The texts that a change may omit. */
const optionalTexts = (one: AnyResource) => {
  const names = Object.keys(one.update).filter((name) => one.update[name]?.safeParse(undefined).success);
  const all = (value: string) => Object.fromEntries(names.map((name) => [name, value]));
  return { optional: all('Once said'), empty: all('') };
};

const policyOf = (action: string) => ({
  name: action,
  statements: [{ actions: [action], effect: 'Allow', principals: [], conditions: [], resources: [] }],
});

let pools = 0;
/** The path of a new pool. */
async function pool(): Promise<string> {
  pools += 1;
  const product = rnOf(test.services.installation, test.accounts.provider, 'product', studio);
  const body = { name: `Put ${pools}`, 'account-id': own(), product };
  return `/license/v1/pools/${idOf(await made('POST /license/v1/pools', body))}`;
}

const cases: Readonly<Record<string, Case>> = {
  updateUser: {
    make: async () => `/iam/v1/users/${(await test.createPerson(own(), 'Putman', null)).id}`,
    required: { email: 'putman@put.example', 'first-name': 'Put', 'last-name': 'Man' },
    ...optionalTexts(resources.user),
  },
  updateSecurity: {
    make: async () => '/iam/v1/security',
    required: { 'second-factor': 'off', 'password-sign-in': true },
    optional: { 'session-hours': 24, 'end-warnings': [7] },
    empty: { 'session-hours': null, 'end-warnings': [30, 7, 1] },
  },
  updateSingleSignOn: {
    make: async () => '/iam/v1/single-sign-on',
    required: { issuer: 'https://login.put.example', 'client-id': 'put', 'client-secret': 'put' },
    get optional() {
      return {
        'create-users': true,
        'tags-claim': 'groups',
        'trust-provider-factor': true,
        'default-roles': [providerRole],
        domains: [{ name: 'put.example' }],
      };
    },
    empty: {
      'create-users': false,
      'tags-claim': null,
      'trust-provider-factor': false,
      'default-roles': [],
      domains: [],
    },
  },
  updatePreferences: {
    make: async () => `/iam/v1/users/${test.people.root.id}/preferences`,
    required: {},
    optional: { language: 'de' },
    empty: { language: null },
  },
  updateAccount: {
    make: async () => `/admin/v1/accounts/${await test.createAccount('Put')}`,
    required: { name: 'Put again' },
    ...optionalTexts(resources.account),
  },
  updateTag: {
    make: async () => `/iam/v1/tags/${idOf(await made('POST /iam/v1/tags', { name: 'Put', 'account-id': own() }))}`,
    required: { name: 'Put again' },
    ...optionalTexts(resources.tag),
  },
  updatePool: {
    make: () => pool(),
    required: { name: 'Put again' },
    ...optionalTexts(resources.pool),
  },
  setPoolRules: {
    make: async () => `${await pool()}/rules`,
    required: {},
    optional: {
      'per-user': 2,
      shares: [],
      offline: { seats: 1, days: 1, tags: [] },
      'idle-minutes': 5,
      priorities: [],
    },
    empty: { 'per-user': null, shares: null, offline: null, 'idle-minutes': null, priorities: null },
    read: (item) => item['rules'] as Fields,
  },
  updateServiceAccount: {
    make: async () => {
      const body = { name: 'Put', 'account-id': own() };
      return `/iam/v1/service-accounts/${idOf(await made('POST /iam/v1/service-accounts', body))}`;
    },
    required: { name: 'Put again' },
    get optional() {
      return { description: 'Once said', policies: [policyOf('iam:GetTag')], roles: [role] };
    },
    empty: { description: '', policies: [], roles: [] },
  },
  updateLicense: {
    make: async () => `/license/v1/licenses/${(await createLicense(test, own(), everyone)).id}`,
    required: {},
    ...optionalTexts(resources.license),
  },
  updateAddonLicense: {
    make: async () => `/license/v1/addon-licenses/${(await issueAddonLicense(test, own(), 'put')).key}`,
    required: {},
    ...optionalTexts(resources.addonLicense),
  },
  updateLicenseTerms: {
    make: async () => `/license/v1/licenses/${(await createLicense(test, own(), everyone)).id}/terms`,
    required: { expiry: { perpetual: true } },
    optional: { 'maintenance-end': '2099-01-01T00:00:00.000Z' },
    empty: { 'maintenance-end': null },
    read: (item) => item['certificate'] as Fields,
  },
  updateProduct: {
    make: async () => `/license/v1/admin/products/${studio}`,
    required: { name: 'Put' },
    optional: {
      ...{ description: 'Once said', 'heartbeat-seconds': 60, 'lease-seconds': 200, 'grace-seconds': 7 },
      ...{ status: 'Retired', 'enforce-version': true, 'token-alg': 'EdDSA' },
    },
    empty: {
      ...{ description: '', 'heartbeat-seconds': 30, 'lease-seconds': 90, 'grace-seconds': 0 },
      ...{ status: 'Active', 'enforce-version': false, 'token-alg': 'Ed25519' },
    },
  },
  updateAddon: {
    make: async () => {
      const body = { id: `put-${Math.random().toString(36).slice(2)}`, name: 'Put' };
      return `/license/v1/admin/addons/${idOf(await made('POST /license/v1/admin/addons', body))}`;
    },
    required: { name: 'Put again' },
    optional: { description: 'Once said', status: 'Retired' },
    empty: { description: '', status: 'Active' },
  },
  updateWebhook: {
    make: async () => {
      const body = { url: 'https://hooks.example/a', events: ['license.consumed'], 'account-id': own() };
      return `/iam/v1/webhooks/${idOf(await made('POST /iam/v1/webhooks', body))}`;
    },
    required: { url: 'https://hooks.example/b', events: ['license.lapsed'] },
    optional: { description: 'Once said', enabled: false },
    empty: { description: '', enabled: true },
  },
};

/** A certificate is only compared with the stored one; a secret is kept, never returned; a redirect has one value; shared stays. */
const kept: ReadonlySet<string> = new Set(['certificate', 'client-secret', 'redirect', 'shared']);
/** The terms of a license: either of the first two is sent, and the others stay when they are omitted. */
const terms: ReadonlySet<string> = new Set([
  ...['expiry', 'extend-days'],
  ...['maintenance-start', 'grace-days', 'type', 'version'],
]);

/** The calls that replace a resource, with the fields that may be omitted. */
const replacing = Object.values(calls)
  // A body of policies has exactly one of its fields.
  .filter(
    ({ method, name }) =>
      method === 'PUT' && !['setLicensePolicies', 'setPoolPolicies', 'setPoolOverdraft'].includes(name),
  )
  .map(({ name, body }) => {
    const shape: Record<string, z.ZodType> = body instanceof z.ZodObject ? body.shape : {};
    const optional = Object.entries(shape).filter(([, schema]) => schema.safeParse(undefined).success);
    const stays = (field: string) => kept.has(field) || (name === 'updateLicenseTerms' && terms.has(field));
    return { name, optional: optional.map(([field]) => field).filter((field) => !stays(field)) };
  })
  .filter(({ optional }) => optional.length > 0);

it.each(replacing)(
  '$name clears every omitted field, and makes what was read before it stale',
  async ({ name, optional }) => {
    const found = cases[name];
    if (!found) throw new Error(`There is no case for ${name}.`);
    expect(Object.keys(found.optional).sort()).toEqual([...optional].sort());
    const path = await found.make();
    let etag = '';
    const put = async (body: Fields) => {
      const { status, headers, body: reply } = await test.as(test.people.root, `PUT ${path}`, body);
      expect([status, reply.errors]).toEqual([200, []]);
      etag = String(headers['etag']);
      const item = reply.item as unknown as Fields;
      return found.read ? found.read(item) : item;
    };
    for (const [field, value] of Object.entries(found.optional)) {
      const whole = { ...found.required, ...found.optional };
      expect(await put(whole)).toMatchObject(found.optional);
      const { [field]: _, ...rest } = whole as Record<string, unknown>;
      // A lease must last at least two heartbeats, so both are set.
      if (field === 'lease-seconds') rest['heartbeat-seconds'] = 45;
      const seen = etag;
      expect((await put(rest))[field]).toEqual(found.empty[field]);
      const late = await test.as(test.people.root, `PUT ${path}`, whole, { 'if-match': seen });
      expect([field, late.status]).toEqual([field, 412]);
      expect(found.empty[field]).not.toEqual(value);
    }
    expect(await put(found.required)).toMatchObject(found.empty);
  },
);
