import type { License, TimedProduct } from '@keyhold/contract';
import { resourceIdOf } from '@keyhold/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOperatorTest, keyhold, type OperatorTest } from '../../test/operator.ts';

let test: OperatorTest;
beforeAll(async () => {
  test = await createOperatorTest();
  await root('products', 'add', 'studio', 'The Studio');
  await root('addons', 'add', 'colour', 'Colour Server');
});
afterAll(() => test.close());

const root = (...args: string[]) => test.run(test.people.root, ...args);
const inAcme = ['--account', 'Acme Print'];

async function issue(count: number, expiry: string): Promise<string[]> {
  const options = ['--product', 'studio', '--type', 'Subscription', '--expiry', expiry, '--count', String(count)];
  const { issued } = await test.json<{ issued: { items: License[] }[] }>('licenses', 'issue', ...inAcme, ...options);
  return issued.flatMap(({ items }) => items.map(({ rn }) => resourceIdOf(rn)));
}

async function licenseOf(key: string): Promise<License | undefined> {
  const { items } = await test.json<{ items: License[] }>('licenses', 'list', ...inAcme, '--search', key);
  return items.find(({ rn }) => resourceIdOf(rn) === key);
}

describe('licenses', () => {
  it('get other terms, and keep omitted ones', async () => {
    const [key = ''] = await issue(1, '2030-01-01');
    const { stdout } = await root('licenses', 'extend', key, '--days', '31', '--grace-days', '14');
    expect(stdout).toMatch(/Active, expiry 2030-02-01, maintenance until –/);
    const others = ['--type', 'Perpetual', '--product-version', '27', '--maintenance-start', '2029-01-01'];
    expect((await root('licenses', 'extend', key, ...others)).code).toBe(0);
    expect((await licenseOf(key))?.certificate).toMatchObject({
      expiry: { date: '2030-02-01T23:59:59.999Z' },
      'grace-days': 14,
      type: 'Perpetual',
      version: '27',
      'maintenance-start': '2029-01-01T00:00:00.000Z',
    });
    expect((await root('licenses', 'extend', key, '--maintenance-start', 'none')).code).toBe(0);
    expect((await licenseOf(key))?.certificate['maintenance-start']).toBeNull();
    for (const wrong of [[], ['--days', '0'], ['--days', '3', '--expiry', 'perpetual']]) {
      expect((await root('licenses', 'extend', key, ...wrong)).code).toBe(2);
    }
    await root('licenses', 'void', key);
  });

  it('are voided and restored', async () => {
    const keys = await issue(2, '2030-01-01');
    const { stdout } = await root('licenses', 'void', ...keys);
    expect(stdout.match(/Voided/g)).toHaveLength(2);
    expect(await licenseOf(keys[0] ?? '')).toBeUndefined();
    const again = await root('licenses', 'void', keys[0] ?? '');
    expect([again.code, again.stdout]).toEqual([1, expect.stringContaining('Failed: Not found')]);
    const deleted = await keyhold(['deleted'], test.local);
    for (const key of keys) expect(deleted.stdout).toMatch(new RegExp(`license +${key} .*licenses restore ${key}`));
    expect((await root('licenses', 'restore', ...keys)).stdout.match(/Restored \(Active\)/g)).toHaveLength(2);
    expect(await licenseOf(keys[0] ?? '')).toBeDefined();
    await root('licenses', 'void', ...keys);
  });

  it('get consumers by words, and those of the license’s account alone', async () => {
    const [key = ''] = await issue(1, '2030-01-01');
    const set = (who: string) => root('licenses', 'consumers', key, '--consumers', who);
    expect((await set(`user:${test.people.acmeUser.email}`)).stdout).toContain('Changed');
    const named = (await licenseOf(key))?.policies[0]?.statements[0];
    expect(JSON.stringify(named)).toContain(test.people.acmeUser.rn);
    const stranger = await set(`user:${test.people.birchUser.email}`);
    expect([stranger.code, stranger.stdout]).toEqual([
      1,
      expect.stringContaining(`the account has no user ${test.people.birchUser.email}`),
    ]);
    await root('licenses', 'void', key);
  });

  it('are given to users and taken from them', async () => {
    const [shorter = '', longer = ''] = [...(await issue(1, '2030-01-01')), ...(await issue(1, '2031-01-01'))];
    const { acmeUser, acmeAdmin, birchUser } = test.people;
    const both = [acmeUser.email, acmeAdmin.email];
    const check = await root('licenses', 'give', 'studio', ...both, ...inAcme, '--check');
    expect([check.code, check.stdout]).toEqual([0, expect.stringContaining('Checked, nothing was changed.')]);
    expect((await licenseOf(longer))?.policies).toEqual((await licenseOf(shorter))?.policies);
    const given = await root('licenses', 'give', 'studio', ...both, ...inAcme);
    const lines = given.stdout.trim().split('\n');
    expect(lines[1]).toMatch(new RegExp(`^${both[0]} +Given +${longer}$`));
    expect(lines[2]).toMatch(new RegExp(`^${both[1]} +Given +${shorter}$`));
    const third = await test.createPerson(test.accounts.acme, 'Third', null);
    const again = await root('licenses', 'give', 'studio', both[0] ?? '', third.email, ...inAcme);
    expect([again.code, again.stdout]).toEqual([1, expect.stringMatching(/Has one .*\n.*Failed: no license is left/)]);
    const taken = await root('licenses', 'take', 'studio', both[0] ?? '', third.email, ...inAcme);
    expect([taken.code, taken.stdout]).toEqual([0, expect.stringMatching(/Taken .*\n.*Had none/)]);
    const stranger = await root('licenses', 'give', 'studio', birchUser.email, ...inAcme);
    expect([stranger.code, stranger.stderr]).toEqual([1, expect.stringContaining('No user in Acme Print has')]);
  });
});

describe('add-on licenses', () => {
  it('are voided and restored', async () => {
    const options = ['--addon', 'colour', '--type', 'Perpetual'];
    const { issued } = await test.json<{ issued: { items: { rn: string }[] }[] }>(
      ...['addon-licenses', 'issue', ...inAcme, ...options],
    );
    const key = resourceIdOf(issued[0]?.items[0]?.rn ?? '');
    expect((await root('addon-licenses', 'void', key)).stdout).toContain('Voided');
    expect((await root('addon-licenses', 'list', ...inAcme)).stdout).not.toContain(key);
    expect((await root('addon-licenses', 'restore', key)).stdout).toContain('Restored');
    expect((await root('addon-licenses', 'list', ...inAcme)).stdout).toContain(key);
  });
});

describe('products and add-ons', () => {
  it('are retired, shared, offered again, and deleted if they were never issued', async () => {
    const product = async () => {
      const { items } = await test.json<{ items: TimedProduct[] }>('products', 'list', '--search', 'studio');
      return items[0];
    };
    await root('products', 'change', 'studio', '--status', 'Retired', '--shared', '--enforce-version');
    expect(await product()).toMatchObject({ status: 'Retired', shared: true, 'enforce-version': true });
    const refused = await root(
      'licenses',
      'issue',
      ...inAcme,
      '--product',
      'studio',
      '--type',
      'Trial',
      '--expiry',
      '9d',
    );
    expect(refused.code).toBe(1);
    // Options that are left out keep what they set.
    await root('products', 'change', 'studio', '--status', 'Active');
    expect(await product()).toMatchObject({ status: 'Active', shared: true, 'enforce-version': true });
    await root('products', 'change', 'studio', '--no-shared', '--no-enforce-version');
    expect(await product()).toMatchObject({ shared: false, 'enforce-version': false });

    expect((await root('addons', 'change', 'colour', '--name', 'Colours', '--status', 'Retired')).stdout).toBe(
      'Changed Colours (colour): Retired.\n',
    );
    expect((await root('addons', 'list')).stdout).toMatch(/colour +Colours +Retired/);
    expect((await root('addons', 'change', 'colour')).code).toBe(2);
    expect((await root('addons', 'change', 'nothing', '--name', 'X')).stderr).toContain('There is no add-on nothing.');

    await root('products', 'add', 'mistake', 'A Mistake');
    const deleted = await root('products', 'delete', 'mistake', 'studio');
    expect([deleted.code, deleted.stdout]).toEqual([
      1,
      expect.stringMatching(
        /mistake +Deleted\nstudio +Failed: Licenses of The Studio were issued\. Retire it instead\./,
      ),
    ]);
    expect((await root('addons', 'delete', 'colour')).stdout).toContain('Failed: Licenses of Colours were issued.');
  });
});

describe('find', () => {
  it('finds people, licenses and accounts with their account', async () => {
    const { birchUser } = test.people;
    expect((await root('find', birchUser.email)).stdout).toMatch(
      new RegExp(`user +${birchUser.email} +Active +Birch Media +${birchUser.id}`),
    );
    expect((await root('find', 'birch media')).stdout).toMatch(/account +Birch Media +Active +Birch Media/);
    const [key = ''] = await issue(1, '2030-01-01');
    expect((await root('find', key)).stdout).toMatch(new RegExp(`license +– +Active +Acme Print +${key}`));
    expect((await root('find', 'nothing like that')).stdout).toBe('Nothing found.\n');
  });
});
