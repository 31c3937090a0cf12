import type { Account, User } from '@keyhold/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOperatorTest, keyhold, type OperatorTest } from '../../test/operator.ts';

let test: OperatorTest;
beforeAll(async () => {
  test = await createOperatorTest();
});
afterAll(() => test.close());

const root = (...args: string[]) => test.run(test.people.root, ...args);

async function statusOf(name: string): Promise<string | undefined> {
  const { items } = await test.json<{ items: Account[] }>('accounts', 'list');
  return items.find((account) => account.name === name)?.status;
}

describe('accounts', () => {
  it('are created and listed', async () => {
    expect((await root('accounts', 'create', 'Cedar Books', '--description', 'New')).stdout).toMatch(
      /^Created Cedar Books \([0-9a-f-]{36}\)\.\n$/,
    );
    const { items } = await test.json<{ items: Account[] }>('accounts', 'list', '--search', 'cedar');
    expect(items).toEqual([expect.objectContaining({ name: 'Cedar Books', description: 'New', status: 'Pending' })]);
    const again = await root('accounts', 'create', 'cedar books');
    expect([again.code, again.stderr]).toEqual([1, 'This account name already exists.\n']);
  });

  it('are deactivated and activated by name or id, even if one of them fails', async () => {
    const result = await root('accounts', 'deactivate', 'nobody', 'birch media', '--json');
    expect(result.code).toBe(1);
    expect(JSON.parse(result.stdout)).toEqual({
      results: [
        { name: 'nobody', success: false, errors: ['There is no account called nobody. See: keyhold accounts list'] },
        { name: 'birch media', success: true, result: 'Inactive' },
      ],
    });
    expect(await statusOf('Birch Media')).toBe('Inactive');
    expect((await root('accounts', 'activate', test.accounts.birch)).code).toBe(0);
    expect(await statusOf('Birch Media')).toBe('Active');
  });

  it('are deleted with --yes, and restored with the id from keyhold deleted', async () => {
    const unsure = await root('accounts', 'delete', 'Birch Media');
    expect([unsure.code, unsure.stderr]).toEqual([
      2,
      'Delete the account Birch Media with its users, tags and licenses? Confirm with --yes.\n',
    ]);
    expect(await statusOf('Birch Media')).toBe('Active');
    expect((await root('accounts', 'delete', 'Birch Media', '--yes')).code).toBe(0);
    expect(await statusOf('Birch Media')).toBeUndefined();

    const deleted = JSON.parse((await keyhold(['deleted', '--json'], test.local)).stdout);
    expect(deleted.items).toMatchObject([{ kind: 'account', id: test.accounts.birch, name: 'Birch Media' }]);
    expect((await root('accounts', 'restore', deleted.items[0].id)).stdout).toContain('Restored Birch Media (Active)');
    expect(await statusOf('Birch Media')).toBe('Active');
  });

  it('are restored with another name and customer number, and without users whose e-mail is taken', async () => {
    await root(
      'accounts',
      'create',
      'Dogwood',
      '--customer-number',
      'C-1',
      '--owner-email',
      'owner@dogwood.example',
      '--owner-first-name',
      'Dora',
      '--owner-last-name',
      'Wood',
    );
    const deleted = await root('accounts', 'delete', 'Dogwood', '--yes', '--json');
    const { item } = JSON.parse(deleted.stdout) as { item: Account };
    await root(
      'accounts',
      'create',
      'Dogwood',
      '--customer-number',
      'C-1',
      '--owner-email',
      'owner@dogwood.example',
      '--owner-first-name',
      'Dora',
      '--owner-last-name',
      'Wood',
    );
    const restore = (...options: string[]) => root('accounts', 'restore', item.rn, ...options);
    const refused = await restore();
    expect([refused.code, refused.stdout]).toEqual([1, expect.stringContaining('owner@dogwood.example')]);
    const options = ['--name', 'Dogwood 2', '--customer-number', 'C-2', '--except-conflicts'];
    expect((await restore(...options)).stdout).toContain('Restored Dogwood 2 (');
    const { items } = await test.json<{ items: Account[] }>('accounts', 'list', '--search', 'dogwood 2');
    expect(items).toMatchObject([{ name: 'Dogwood 2', 'customer-number': 'C-2' }]);
    const two = await root('accounts', 'restore', item.rn, item.rn, '--name', 'X');
    expect([two.code, two.stderr]).toEqual([2, expect.stringContaining('are for a single account.')]);
  });
});

describe('users', () => {
  const users = (account: string) => test.json<{ items: User[] }>('users', 'list', '--account', account);
  const inAcme = ['--account', 'Acme Print'];

  async function acmeUser(): Promise<User | undefined> {
    return (await users('Acme Print')).items.find((user) => user.email === test.people.acmeUser.email);
  }

  it('are listed with the names of their roles', async () => {
    const { stdout } = await root('users', 'list', ...inAcme);
    expect(stdout).toMatch(
      /^EMAIL +NAME +STATUS +ROLES +LAST LOGIN +ID\nada@.* Ada Administrator +Active +Administrator /,
    );
  });

  it('are deactivated and reactivated by e-mail', async () => {
    const { email } = test.people.acmeUser;
    expect((await root('users', 'deactivate', email.toUpperCase(), ...inAcme)).code).toBe(0);
    expect((await acmeUser())?.status).toBe('Inactive');
    expect((await root('users', 'reactivate', email, ...inAcme)).code).toBe(0);
    expect((await acmeUser())?.status).toBe('Active');
    const missing = await root('users', 'deactivate', email);
    expect([missing.code, missing.stdout]).toEqual([
      1,
      expect.stringContaining('Specify another account with --account.'),
    ]);
  });

  it('are restored by the e-mail in the audit log', async () => {
    const { id, email } = test.people.acmeUser;
    await test.as(test.people.acmeAdmin, `DELETE /iam/v1/users/${id}`);
    expect(await acmeUser()).toBeUndefined();
    const { items } = JSON.parse((await keyhold(['deleted', '--json'], test.local)).stdout);
    expect(items[0]).toMatchObject({ kind: 'user', id, name: email, account: 'Acme Print' });
    expect((await root('users', 'restore', email, ...inAcme)).stdout).toContain(`Restored ${email} (Active)`);
    expect(await acmeUser()).toMatchObject({ status: 'Active' });
    expect((await root('users', 'restore', 'nobody@acme.example', ...inAcme)).code).toBe(1);
  });

  it('who are still pending get a new link that works', async () => {
    const { acmeAdmin } = test.people;
    const email = 'new@acme.example';
    const fields = { email, 'first-name': 'Nea', 'last-name': 'New', 'account-id': acmeAdmin.accountId };
    await test.as(acmeAdmin, 'POST /iam/v1/users', fields);
    const issued = await test.json<{ link: string; 'activation-key': string; mailed: boolean }>(
      ...['users', 'activation-link', email, ...inAcme, '--days', '2'],
    );
    expect(issued).toMatchObject({
      link: `${test.address}/activate?activation-key=${issued['activation-key']}`,
      mailed: false,
    });
    const body = { 'activation-key': issued['activation-key'], 'new-password': 'a wholly new password' };
    expect((await test.as(null, 'POST /auth/v1/activate', body)).status).toBe(200);
  });
});

it('deleted tags are restored', async () => {
  const { acmeAdmin } = test.people;
  const tag = await test.as(acmeAdmin, 'POST /iam/v1/tags', { name: 'Prepress', 'account-id': acmeAdmin.accountId });
  await test.as(acmeAdmin, `DELETE /iam/v1/tags/${tag.body.item.rn.split(':').at(-1)}`);
  expect((await test.as(acmeAdmin, 'GET /iam/v1/tags')).body.items).toEqual([]);
  expect((await root('tags', 'restore', tag.body.item.rn)).stdout).toContain('Restored Prepress');
  expect((await test.as(acmeAdmin, 'GET /iam/v1/tags')).body.items).toHaveLength(1);
});
