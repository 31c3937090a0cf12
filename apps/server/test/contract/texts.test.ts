import { type AnyResource, resources, type Setting, type TextField, textsSetBy } from '@keyhold/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { rnOf } from '../../src/installation.ts';
import { createTestApp, type TestApp, type Thing } from '../app.ts';

// Covers every field that the contract's description of a resource marks as written, including future ones.

let test: TestApp;
const accounts = { acme: '', machine: '' };
beforeAll(async () => {
  test = await createTestApp();
  accounts.acme = test.accounts.acme;
  const machine = await ask('POST /iam/v1/service-accounts', { name: 'Machine', 'account-id': accounts.acme });
  accounts.machine = idOf(machine.body.item);
  const product = { id: 'studio', name: 'Studio' };
  expect((await ask('POST /license/v1/admin/products', product)).status).toBe(201);
  const addon = { id: 'colour', name: 'Colour' };
  expect((await ask('POST /license/v1/admin/addons', addon)).status).toBe(201);
});
afterAll(() => test.close());

type Route = `${'GET' | 'POST' | 'PUT' | 'DELETE'} /${string}`;

/** The calls of a resource, and the values they need in addition to those from the description. */
interface Calls {
  readonly create: Route | (() => Route);
  readonly rest: () => object;
  /** Null if no call changes its fields. */
  readonly update: ((id: string) => Route) | null;
  readonly updateRest?: object;
  readonly get: ((id: string) => Route) | null;
  readonly list: () => string;
  readonly created?: (body: { item: Thing; items: Thing[]; resources: Thing[] }) => Thing;
  /** Whether the audit log names it by its rn. */
  readonly audited?: false;
}

let entries = 0;
const entry = () => {
  entries += 1;
  return { id: `entry-${entries}` };
};

const studioRn = () => rnOf(test.services.installation, test.accounts.provider, 'product', 'studio');

const productCalls: Calls = {
  create: 'POST /license/v1/admin/products',
  rest: entry,
  update: (id) => `PUT /license/v1/admin/products/${id}`,
  get: (id) => `GET /license/v1/admin/products/${id}`,
  list: () => '/license/v1/admin/products?',
};

const calls: Readonly<Record<keyof typeof resources, Calls | null>> = {
  account: {
    create: 'POST /admin/v1/accounts',
    rest: () => ({}),
    update: (id) => `PUT /admin/v1/accounts/${id}`,
    get: (id) => `GET /admin/v1/accounts/${id}`,
    list: () => '/admin/v1/accounts?',
  },
  user: {
    create: 'POST /iam/v1/users',
    rest: () => ({ 'account-id': accounts.acme }),
    update: (id) => `PUT /iam/v1/users/${id}`,
    get: (id) => `GET /iam/v1/users/${id}`,
    list: () => `/iam/v1/admin/users?account=${accounts.acme}&`,
    created: ({ resources: [user] }) => user as Thing,
  },
  tag: {
    create: 'POST /iam/v1/tags',
    rest: () => ({ 'account-id': accounts.acme }),
    update: (id) => `PUT /iam/v1/tags/${id}`,
    get: (id) => `GET /iam/v1/tags/${id}`,
    list: () => `/iam/v1/admin/tags?account=${accounts.acme}&`,
  },
  product: productCalls,
  timedProduct: productCalls,
  application: {
    create: 'POST /license/v1/applications',
    rest: () => ({ ...entry(), product: studioRn() }),
    update: (id) => `PUT /license/v1/applications/${id}`,
    get updateRest() {
      return { product: studioRn() };
    },
    get: (id) => `GET /license/v1/applications/${id}`,
    list: () => '/license/v1/applications?',
  },
  addon: {
    create: 'POST /license/v1/admin/addons',
    rest: entry,
    update: (id) => `PUT /license/v1/admin/addons/${id}`,
    get: (id) => `GET /license/v1/admin/addons/${id}`,
    list: () => '/license/v1/admin/addons?',
  },
  license: {
    create: 'POST /license/v1/admin/licenses',
    rest: () => ({
      'account-id': accounts.acme,
      product: studioRn(),
      type: 'Trial',
      expiry: { perpetual: true },
    }),
    update: (id) => `PUT /license/v1/licenses/${id}`,
    get: (id) => `GET /license/v1/licenses/${id}`,
    list: () => `/license/v1/admin/licenses?account=${accounts.acme}&`,
    created: ({ items: [license] }) => license as Thing,
  },
  pool: {
    create: 'POST /license/v1/pools',
    rest: () => ({ 'account-id': accounts.acme, product: studioRn() }),
    update: (id) => `PUT /license/v1/pools/${id}`,
    get: (id) => `GET /license/v1/pools/${id}`,
    list: () => `/license/v1/admin/pools?account=${accounts.acme}&`,
  },
  addonLicense: {
    create: 'POST /license/v1/admin/addon-licenses',
    rest: () => ({
      'account-id': accounts.acme,
      addon: rnOf(test.services.installation, test.accounts.provider, 'addon', 'colour'),
      type: 'Trial',
    }),
    update: (id) => `PUT /license/v1/addon-licenses/${id}`,
    get: (id) => `GET /license/v1/addon-licenses/${id}`,
    list: () => `/license/v1/admin/addon-licenses?account=${accounts.acme}&`,
    created: ({ items: [license] }) => license as Thing,
  },
  webhook: {
    create: 'POST /iam/v1/webhooks',
    // Only a webhook of the provider can receive events of every account.
    rest: () => ({ 'account-id': accounts.acme, 'every-account': false }),
    update: (id) => `PUT /iam/v1/webhooks/${id}`,
    get: (id) => `GET /iam/v1/webhooks/${id}`,
    list: () => `/iam/v1/admin/webhooks?account=${accounts.acme}&`,
    audited: false,
  },
  serviceAccount: {
    create: 'POST /iam/v1/service-accounts',
    rest: () => ({ 'account-id': accounts.acme, roles: [], policies: [] }),
    update: (id) => `PUT /iam/v1/service-accounts/${id}`,
    updateRest: { roles: [], policies: [] },
    get: (id) => `GET /iam/v1/service-accounts/${id}`,
    list: () => `/iam/v1/service-accounts?account=${accounts.acme}&`,
  },
  serviceAccountToken: {
    create: () => `POST /iam/v1/service-accounts/${accounts.machine}/tokens`,
    rest: () => ({
      'expires-on': new Date(Date.now() + 86_400_000).toISOString(),
      addresses: ['198.51.100.0/24'],
    }),
    update: null,
    get: null,
    list: () => `/iam/v1/service-accounts/${accounts.machine}/tokens?`,
    audited: false,
  },
  // No call sets a field of these.
  role: null,
  session: null,
  webhookDelivery: null,
  auditRow: null,
};

const known = Object.entries<AnyResource>(resources).flatMap(([name, one]) => {
  const its = calls[name as keyof typeof resources];
  return its ? [[name, one, its] as const] : [];
});

function ask(route: Route, body?: object) {
  return test.as(test.people.root, route, body);
}

/** Reads a list to its end by pages. */
async function readByPages(route: Route): Promise<void> {
  let cursor: unknown = '';
  for (let pages = 0; cursor !== null && pages < 200; pages += 1) {
    const reply = await ask(cursor === '' ? route : (`${route}&cursor=${String(cursor)}` as Route));
    expect([reply.status, reply.body.errors]).toEqual([200, []]);
    cursor = reply.body['next-cursor'];
  }
  expect(cursor).toBeNull();
}

let texts = 0;

/** A unique text, in the format of its field. */
function distinct(input: z.ZodType): string {
  texts += 1;
  const word = `text${texts}x${'abcdefgh'[texts % 8]}`;
  const format = input.meta()?.['format'];
  return format === 'email' ? `${word}@example.com` : format === 'uri' ? `https://${word}.example/` : word;
}

/** A unique text of the greatest length, in letters of three bytes each that cannot be compressed. */
function longest(input: z.ZodType): string {
  const begin = distinct(input);
  if (input.meta()?.['format'] === 'email') return begin;
  const letters = Array.from({ length: lengthLimit(input) - begin.length }, (_, index) =>
    String.fromCharCode(0x4e00 + (((index + texts) * 7_919) % 20_000)),
  );
  return begin + letters.join('');
}

function lengthLimit(input: z.ZodType): number {
  return Number(/"maxLength":(\d+)/.exec(JSON.stringify(bounds(input)))?.[1]);
}

it('a resource with writable fields has a row here', () => {
  const setting = Object.entries<AnyResource>(resources).filter(([, { create, update }]) => {
    return Object.keys({ ...create, ...update }).length > 0;
  });
  expect(known.map(([name]) => name)).toEqual(setting.map(([name]) => name));
});

function textsFor(one: AnyResource, set: Setting): Record<string, string> {
  return Object.fromEntries(textsSetBy(one, set).map((name) => [name, distinct(one[set][name] as z.ZodType)]));
}

/**
 * A value for every field that a call sets: a unique text; on creation the minimum and the first choice, else the
 * maximum and the last choice.
 */
function valuesFor(one: AnyResource, set: Setting, rest: object = {}): Record<string, unknown> {
  const others = othersOf(one, set).map(([name, input]) => {
    const value = name in rest ? (rest as Record<string, unknown>)[name] : unusual(bounds(input), set);
    if (value === undefined) throw new Error(`Name a value of ${name} beside the calls of its resource.`);
    return [name, value];
  });
  return { ...Object.fromEntries(others), ...textsFor(one, set) };
}

function othersOf(one: AnyResource, set: Setting): [string, z.ZodType][] {
  return Object.entries(one[set]).filter(([name]) => !one.texts.includes(name));
}

type Bounds = z.core.JSONSchema.BaseSchema;

function bounds(input: z.ZodType): Bounds {
  return z.toJSONSchema(input, { io: 'input' });
}

function unusual({ type, items, enum: choices, minimum, maximum, default: usual }: Bounds, set: Setting): unknown {
  if (choices) return choices.at(set === 'create' ? 0 : -1);
  if (type === 'boolean') return !usual;
  if (type === 'array') return [unusual(items as Bounds, set)];
  return set === 'create' ? minimum : maximum;
}

/** Values that violate each bound of a field that is not a text. */
function wrongValues({ type, minimum, maximum }: Bounds): unknown[] {
  if (type !== 'integer' && type !== 'number') return [{}];
  expect([minimum, maximum]).toEqual([expect.any(Number), expect.any(Number)]);
  return ['1', (minimum ?? 0) - 1, (maximum ?? 0) + 1];
}

function idOf(thing: Thing): string {
  return thing.rn?.split(':')[4] ?? thing.id;
}

async function create(one: AnyResource, { create: route, rest, created }: Calls) {
  const needed = rest();
  const typed = valuesFor(one, 'create', needed);
  const reply = await ask(typeof route === 'string' ? route : route(), { ...needed, ...typed });
  expect([reply.status, reply.body.errors]).toEqual([201, []]);
  const thing = created ? created(reply.body) : reply.body.item;
  return { typed, thing, id: idOf(thing) };
}

/** A call that creates a resource, or changes a new one, with the fields that are no texts; null if there is none. */
async function callOf(
  one: AnyResource,
  its: Calls,
  set: Setting,
): Promise<{ route: Route; rest?: object | undefined } | null> {
  if (set === 'create') return { route: typeof its.create === 'string' ? its.create : its.create(), rest: its.rest() };
  if (!its.update) return null;
  const { id } = await create(one, its);
  return { route: its.update(id), rest: its.updateRest };
}

async function found(one: Calls, search: string): Promise<string[]> {
  const reply = await ask(`GET ${one.list()}limit=50&search=${encodeURIComponent(search)}` as Route);
  expect(reply.status).toBe(200);
  return reply.body.items.map(idOf);
}

describe.each(known)('the written fields of a resource: %s', (_name, one, its) => {
  it('are returned unchanged by every call that returns the resource', async () => {
    const { typed, thing, id } = await create(one, its);
    expect(thing).toMatchObject(typed);
    if (its.get) expect((await ask(its.get(id))).body.item).toMatchObject(typed);
    const { items } = (await ask(`GET ${its.list()}limit=1000` as Route)).body;
    expect(items.find((item) => idOf(item) === id)).toMatchObject(typed);
  });

  it('are found by search, before and after a change', async () => {
    const { typed, id } = await create(one, its);
    const searched = one.texts.filter((name) => (one.fields[name] as unknown as TextField).searched);
    for (const name of searched) expect([name, await found(its, String(typed[name]))]).toEqual([name, [id]]);
    if (!its.update) return;
    const changed = valuesFor(one, 'update', its.updateRest);
    const reply = await ask(its.update(id), { ...its.updateRest, ...changed });
    expect([reply.status, reply.body.errors]).toEqual([200, []]);
    expect(reply.body.item).toMatchObject(changed);
    for (const name of searched) {
      expect([name, await found(its, String(changed[name]))]).toEqual([name, [id]]);
      expect([name, await found(its, String(typed[name]))]).toEqual([name, []]);
    }
  });

  it('are sort orders of the list if they are declared so', async () => {
    const sorted = one.texts.filter((name) => (one.fields[name] as unknown as TextField).sorted);
    await create(one, its);
    for (const name of sorted) {
      const values = async (sort: string) =>
        (await ask(`GET ${its.list()}limit=50&sort=${sort}` as Route)).body.items.map((item) => String(item[name]));
      const ascending = await values(name);
      expect([name, ascending]).toEqual([name, ascending.toSorted(new Intl.Collator('en').compare)]);
      expect((await ask(`GET ${its.list()}limit=50&sort=-${name}` as Route)).status).toBe(200);
    }
  });

  it.each(['create', 'update'] as const)('may be as long as the %s call permits, in any letters', async (set) => {
    const call = await callOf(one, its, set);
    if (!call) return;
    const { route, rest } = call;
    const values = valuesFor(one, set, rest);
    const long = Object.fromEntries(textsSetBy(one, set).map((name) => [name, longest(one[set][name] as z.ZodType)]));
    const reply = await ask(route, { ...rest, ...values, ...long });
    expect([reply.status, reply.body.errors]).toEqual([set === 'create' ? 201 : 200, []]);
    for (const name of one.texts.filter((each) => (one.fields[each] as unknown as TextField).sorted)) {
      for (const sort of [name, `-${name}`]) await readByPages(`GET ${its.list()}limit=1&sort=${sort}` as Route);
    }
  });

  it.each(['create', 'update'] as const)('are limited by the %s call, which names the invalid field', async (set) => {
    const call = await callOf(one, its, set);
    if (!call) return;
    const { route, rest } = call;
    for (const [name, input] of othersOf(one, set)) {
      for (const wrong of wrongValues(bounds(input))) {
        const reply = await ask(route, { ...rest, ...valuesFor(one, set, rest), [name]: wrong });
        expect([name, wrong, reply.status, reply.body.problems?.[0]?.path]).toEqual([name, wrong, 400, name]);
      }
    }
    for (const name of textsSetBy(one, set)) {
      const limit = lengthLimit(one[set][name] as z.ZodType);
      expect([name, limit > 0]).toEqual([name, true]);
      for (const wrong of ['x'.repeat(limit + 1), 'a\u0000b']) {
        const reply = await ask(route, { ...rest, ...valuesFor(one, set, rest), [name]: wrong });
        expect([name, reply.status, reply.body.problems?.[0]?.path]).toEqual([name, 400, name]);
      }
    }
  });

  it('are in the audit log with their old and new values', async () => {
    if (its.audited === false || !its.update) return;
    const { typed, thing, id } = await create(one, its);
    const changed = valuesFor(one, 'update', its.updateRest);
    await ask(its.update(id), { ...its.updateRest, ...changed });
    const account = its.list().includes('account=') ? accounts.acme : thing.rn.split(':')[2];
    const log = await ask(`GET /iam/v1/audit?account=${account}&resource=${encodeURIComponent(thing.rn)}&limit=1`);
    expect(log.body.items[0]).toMatchObject({ before: typed, after: changed });
  });
});
