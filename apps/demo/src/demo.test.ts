import { mkdir, readFile, rmdir, stat } from 'node:fs/promises';
import {
  type Account,
  type AnyResource,
  accountIdOf,
  consumersOf,
  type Directory,
  type License,
  resourceIdOf,
  resources,
} from '@keyhold/contract';
import { inTransaction } from '@keyhold/server/database';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createDemoServer, type DemoServer } from '../test/demo-server.ts';
import { credentialsPath, type DemoCredential } from './credentials.ts';
import { seedDemo } from './demo.ts';
import { devicesPath } from './devices.ts';

let server: DemoServer;
let credentials: DemoCredential[];
let printed: string;
let root: string;
let accounts: Account[];

beforeAll(async () => {
  server = await createDemoServer();
  printed = await seed(server);
  credentials = JSON.parse(await readFile(credentialsPath(server.dataDirectory), 'utf8'));
  root = await server.signIn(credentialOf('Root Administrator', 'Keyhold'));
  accounts = await server.accounts(root);
});
afterAll(() => server.close());
afterEach(() => vi.restoreAllMocks());

/** Seeds the demo, and returns the printed text. */
async function seed({ services, dataDirectory }: DemoServer): Promise<string> {
  const log = vi.spyOn(console, 'log').mockReturnValue();
  await seedDemo(services, dataDirectory);
  return log.mock.calls.flat().join('\n');
}

function credentialOf(role: string, account: string): DemoCredential {
  const found = credentials.find((one) => one.role === role && one.account === account);
  if (!found) throw new Error(`Nobody is ${role} of ${account}.`);
  return found;
}

function accountOf(strategy: 'Shared' | 'User-based'): string {
  const found = credentials.find((one) => one.strategy === strategy && one.account !== 'Keyhold');
  if (!found) throw new Error(`No account is ${strategy}.`);
  return found['account-id'];
}

describe('the sign-in details', () => {
  it('cover every role of the provider account, and an administrator and a user of a Shared and a User-based account', () => {
    expect(credentials.map((one) => [one.account, one.strategy, one.role])).toEqual([
      ['Keyhold', 'User-based', 'Root Administrator'],
      ['Keyhold', 'User-based', 'System Administrator'],
      ['Keyhold', 'User-based', 'Account Administrator'],
      ['Keyhold', 'User-based', 'Administrator'],
      ['Keyhold', 'User-based', 'User'],
      ['Acme Print', 'Shared', 'Administrator'],
      ['Acme Print', 'Shared', 'User'],
      ['Blue Harbour Media', 'User-based', 'Administrator'],
      ['Blue Harbour Media', 'User-based', 'User'],
    ]);
    for (const one of credentials) {
      expect(Object.keys(one)).toEqual(['account', 'account-id', 'strategy', 'role', 'email', 'password']);
    }
    expect(new Set(credentials.map((one) => one.password)).size).toBe(credentials.length);
  });

  it('are readable by the owner of the file only', async () => {
    for (const path of [credentialsPath, devicesPath]) {
      expect((await stat(path(server.dataDirectory))).mode & 0o777).toBe(0o600);
    }
  });

  it('let every user sign in with their role', async () => {
    for (const one of credentials) {
      const token = await server.signIn(one);
      const [, payload = ''] = token.split('.');
      const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
      const user = JSON.parse(claims['cloud-user']);
      const roles = user.roles.map((role: { name: string }) => role.name);
      expect([user.email, roles]).toEqual([one.email, one.role === 'User' ? [] : [one.role]]);
      expect(accountIdOf(user.rn)).toBe(one['account-id']);
      const strategy = await server.get<{ item: { strategy: string } }>(
        root,
        `/license/v1/admin/strategy?account=${one['account-id']}`,
      );
      expect(strategy.item.strategy).toBe(one.strategy);
    }
  });

  it('suffice: no account requires a second factor', async () => {
    const policies = await Promise.all(
      accounts.map(async ({ rn }) => {
        const path = `/iam/v1/security?account=${accountIdOf(rn)}`;
        const { item } = await server.get<{ item: { 'second-factor': string } }>(root, path);
        return item['second-factor'];
      }),
    );
    expect(new Set(policies)).toEqual(new Set(['off']));
  });

  it('are printed once; a later start prints only their path, and changes nothing', async () => {
    for (const one of credentials) {
      expect(
        printed.split('\n').filter((line) => line.includes(one.email) && line.includes(one.password)),
      ).toHaveLength(1);
    }
    const path = credentialsPath(server.dataDirectory);
    const again = await seed(server);
    expect(again).toContain(path);
    for (const one of credentials) expect(again).not.toContain(one.password);
    expect(JSON.parse(await readFile(path, 'utf8'))).toEqual(credentials);
    expect(await server.accounts(root)).toHaveLength(accounts.length);
  });
});

describe('the demo has', () => {
  it('a directory that manages users of one account, and has a refused change', async () => {
    const fjord = accounts.find(({ name }) => name === 'Fjord Film');
    const account = accountIdOf(fjord?.rn ?? '');
    const { items } = await server.get<{ items: Directory[] }>(root, `/iam/v1/directories?account=${account}`);
    const { users } = await server.look(root, account);
    const managed = users.filter((user) => user.managed);
    expect(items).toMatchObject([{ name: 'Personnel directory', users: managed.length, failures: [{ status: 409 }] }]);
    expect(Date.parse(items[0]?.['last-change-on'] ?? '')).toBeGreaterThan(Date.now() - 600_000);
    expect(managed.length).toBe(users.length - 2);
  });

  it('at least five customers; some without an owner, Pending, Inactive; two of them with many users', async () => {
    expect(accounts.length).toBeGreaterThanOrEqual(6);
    expect(new Set(accounts.map((account) => account.status))).toEqual(new Set(['Active', 'Pending', 'Inactive']));
    expect(accounts.filter((account) => account.status === 'Active' && account.owner === null)).toHaveLength(1);
    for (const strategy of ['Shared', 'User-based'] as const) {
      const { users, named } = await server.look(root, accountOf(strategy));
      expect(users.length).toBeGreaterThanOrEqual(40);
      expect(new Set(users.map((user) => user.status))).toEqual(new Set(['Active', 'Pending', 'Inactive']));
      for (const user of users) {
        expect(user['last-login'] === null).toBe(user.status === 'Pending');
        expect(Date.parse(user['created-on'])).toBeLessThan(Date.parse(user['last-login'] ?? new Date().toISOString()));
        for (const rn of [...user.roles, ...user.tags]) expect(named[rn]?.name).toBeTruthy();
      }
      expect(users.some((user) => user.tags.length > 1)).toBe(strategy === 'Shared');
    }
  });

  it('licenses of every type, expiry, maintenance, status and kind of consumers', async () => {
    const { licenses } = await server.look(root, accountOf('Shared'));
    expect(new Set(licenses.map((one) => one.certificate.type))).toEqual(
      new Set(['Perpetual', 'Subscription', 'Trial']),
    );
    expect(new Set(licenses.map((one) => one.status))).toEqual(new Set(['Active', 'Suspended', 'Expired']));
    expect(new Set(licenses.map((one) => consumersOf(one.policies).kind))).toEqual(
      new Set(['No one', 'User', 'Tags', 'Everyone', 'Custom policy']),
    );
    expect(new Set(licenses.map(expiryKind))).toEqual(new Set(['perpetual', 'soon', 'later', 'past', 'not activated']));
    const maintenance = licenses.filter((one) => one.certificate.type === 'Perpetual').map(maintenanceKind);
    expect(new Set(maintenance)).toEqual(new Set(['none', 'unknown end', 'running', 'ended']));
    for (const one of licenses)
      expect(resourceIdOf(one.rn)).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}(-[0-9A-HJKMNP-TV-Z]{5}){3}$/);
  });

  it.each(['Shared', 'User-based'] as const)(
    'available licenses for no one, and assigned and unassigned add-ons, in the %s account',
    async (strategy) => {
      const { licenses, unassigned } = await server.look(root, accountOf(strategy));
      const free = licenses.filter(
        (one) => one.status === 'Active' && !one.state.user && consumersOf(one.policies).kind === 'No one',
      );
      expect(free.length).toBeGreaterThanOrEqual(3);
      expect(licenses.some((one) => one.addons.length > 0)).toBe(true);
      expect(unassigned.length).toBeGreaterThan(0);
    },
  );

  it('a license to consume for each User whose password is printed', async () => {
    for (const one of credentials.filter(({ role }) => role === 'User')) {
      const { items } = await server.get<{ items: (License & { available: boolean })[] }>(
        await server.signIn(one),
        '/license/v1/licenses/consumable',
      );
      expect(items.some((license) => license.available)).toBe(true);
    }
  });
});

it('the demo has a value in every text of every resource', async () => {
  const serviceAccounts = await ofEveryAccount('/iam/v1/service-accounts');
  const tokens = await Promise.all(
    serviceAccounts.map(({ rn }) => listed(`/iam/v1/service-accounts/${resourceIdOf(String(rn))}/tokens`)),
  );
  const products = await listed('/license/v1/admin/products');
  const said = new Map<AnyResource, Item[]>([
    [resources.account, accounts],
    [resources.product, products],
    [resources.timedProduct, products],
    [resources.application, await listed('/license/v1/applications')],
    [resources.addon, await listed('/license/v1/admin/addons')],
    [resources.webhook, await ofEveryAccount('/iam/v1/admin/webhooks')],
    [resources.user, await ofEveryAccount('/iam/v1/admin/users')],
    [resources.tag, await ofEveryAccount('/iam/v1/admin/tags')],
    [resources.serviceAccount, serviceAccounts],
    [resources.serviceAccountToken, tokens.flat()],
    [resources.role, await ofEveryAccount('/iam/v1/admin/roles')],
    [resources.pool, await ofEveryAccount('/license/v1/admin/pools')],
    [resources.license, await ofEveryAccount('/license/v1/admin/licenses')],
    [resources.addonLicense, await ofEveryAccount('/license/v1/admin/addon-licenses')],
  ]);
  for (const one of Object.values<AnyResource>(resources)) {
    const silent = one.texts.filter((name) => !said.get(one)?.some((item) => item[name] !== ''));
    expect([one.schema.meta()?.id, silent]).toEqual([one.schema.meta()?.id, []]);
  }
});

it('the demo says why each delivery of a webhook failed by a code, which the console translates', async () => {
  const webhooks = await ofEveryAccount('/iam/v1/admin/webhooks');
  const deliveries = await Promise.all(
    webhooks.map(({ id }) => listed(`/iam/v1/webhooks/${id}/deliveries?limit=1000`)),
  );
  const failed = deliveries.flat().filter(({ error }) => error !== null);
  expect(new Set(failed.map(({ status }) => status))).toEqual(new Set(['waiting', 'failed']));
  expect(failed.filter(({ failure }) => failure === null)).toEqual([]);
});

type Item = Readonly<Record<string, unknown>>;

async function listed(path: string): Promise<Item[]> {
  return (await server.get<{ items: Item[] }>(root, path)).items;
}

async function ofEveryAccount(path: string): Promise<Item[]> {
  const lists = accounts.map(({ rn }) => listed(`${path}?account=${resourceIdOf(rn)}&limit=1000`));
  return (await Promise.all(lists)).flat();
}

describe('a second demo', () => {
  it('has the same users, tags and licenses, with other ids, keys and passwords', async () => {
    const other = await createDemoServer();
    try {
      await seed(other);
      const [mine, theirs] = await Promise.all([structureOf(server), structureOf(other)]);
      expect(theirs).toEqual(mine);
      const others: DemoCredential[] = JSON.parse(await readFile(credentialsPath(other.dataDirectory), 'utf8'));
      expect(others.map((one) => one.email)).toEqual(credentials.map((one) => one.email));
      const passwords = new Set(credentials.map((one) => one.password));
      expect(others.some((one) => passwords.has(one.password))).toBe(false);
    } finally {
      await other.close();
    }
  });

  it('is created by the next start if one fails halfway', async () => {
    const other = await createDemoServer();
    try {
      const unwritable = { ...other, dataDirectory: '/proc/keyhold' };
      await expect(seed(unwritable)).rejects.toMatchObject({ name: 'StartError' });
      // Makes the last write before the commit fail.
      const obstacle = devicesPath(other.dataDirectory);
      await mkdir(obstacle);
      await expect(seed(other)).rejects.toThrow();
      const failed: DemoCredential[] = JSON.parse(await readFile(credentialsPath(other.dataDirectory), 'utf8'));
      await rmdir(obstacle);
      await seed(other);
      const made: DemoCredential[] = JSON.parse(await readFile(credentialsPath(other.dataDirectory), 'utf8'));
      const [first] = made;
      if (!first) throw new Error('Nobody can sign in.');
      expect(first.password).not.toBe(failed[0]?.password);
      expect(await other.accounts(await other.signIn(first))).toHaveLength(accounts.length);
    } finally {
      await other.close();
    }
  });

  it('uses the shared product and the domain of the installation', async () => {
    const other = await createDemoServer({
      KEYHOLD_SHARED_PRODUCT_ID: 'keyhold-studio',
      KEYHOLD_PROVIDER_EMAIL_DOMAIN: 'software.example',
    });
    try {
      await seed(other);
      const made: DemoCredential[] = JSON.parse(await readFile(credentialsPath(other.dataDirectory), 'utf8'));
      const token = await other.signIn(made[0] ?? { email: '', password: '' });
      for (const one of made) {
        expect(one.email.endsWith('@software.example')).toBe(one.account === 'Keyhold');
        const { item } = await other.get<{ item: { strategy: string } }>(
          token,
          `/license/v1/admin/strategy?account=${one['account-id']}`,
        );
        expect(item.strategy).toBe(one.strategy);
      }
    } finally {
      await other.close();
    }
  });
});

/** The data that does not depend on ids and the current date. */
async function structureOf({ services }: DemoServer) {
  return inTransaction(services.db, 'every account', async (tx) => ({
    people: await tx
      .selectFrom('users')
      .innerJoin('accounts', 'accounts.id', 'users.account-id')
      .select(['accounts.name', 'users.email', 'users.first-name', 'users.last-name', 'users.title', 'users.status'])
      .select(
        sql`array(select name from "user-tags" join tags on id = "tag-id" where "user-id" = users.id order by 1)`.as(
          'tags',
        ),
      )
      .orderBy('users.email')
      .execute(),
    licenses: await tx
      .selectFrom('licenses')
      .innerJoin('accounts', 'accounts.id', 'licenses.account-id')
      .select(['accounts.name', 'product-id', 'type', 'licenses.description', 'licenses.status', 'expiry-period'])
      .select(sql`(select count(*) from "addon-licenses" where "license-id" = licenses.id)`.as('addons'))
      .orderBy('accounts.name')
      .orderBy('product-id')
      .orderBy('licenses.created-on')
      .orderBy('type')
      .orderBy('licenses.description')
      .orderBy('addons')
      .execute(),
  }));
}

const day = 86_400_000;

function expiryKind({ certificate: { expiry }, state }: License): string {
  if (expiry.perpetual) return 'perpetual';
  if (expiry.date === null) return state['activation-date'] === null ? 'not activated' : 'without a date';
  const left = Date.parse(expiry.date) - Date.now();
  return left < 0 ? 'past' : left < 8 * day ? 'soon' : 'later';
}

function maintenanceKind({ certificate }: License): string {
  const end = certificate['maintenance-end'];
  if (certificate['maintenance-start'] === null) return 'none';
  if (end === null) return 'unknown end';
  return Date.parse(end) < Date.now() ? 'ended' : 'running';
}
