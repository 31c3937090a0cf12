import type { Discovery, SingleSignOn } from '@keyhold/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createOperatorTest, keyhold, type OperatorTest } from '../../test/operator.ts';
import { type ForgingIssuer, forgedClient, startForgingIssuer } from '../../test/sign-in/forging-issuer.ts';

let test: OperatorTest;
let issuer: ForgingIssuer;
beforeAll(async () => {
  [test, issuer] = await Promise.all([createOperatorTest(), startForgingIssuer()]);
});
afterAll(() => Promise.all([test.close(), issuer.close()]));

const inAcme = ['--account', 'Acme Print'] as const;
const root = (...args: string[]) => test.run(test.people.root, ...args);
const shown = () => test.json<{ item: SingleSignOn | null }>('sso', 'show', ...inAcme);

it('connects an account, tests its provider, verifies its domain, and removes all of it', async () => {
  expect((await root('sso', 'show', ...inAcme)).stdout).toBe('This account has no single sign-on.\n');
  const little = await root('sso', 'set', ...inAcme, '--create-users');
  expect([little.code, little.stderr]).toEqual([1, expect.stringContaining('--issuer, --client-id and --secret')]);

  const options = ['--issuer', issuer.url, '--client-id', forgedClient.id, '--secret', '--domain', 'acme.example'];
  const environment = { KEYHOLD_URL: test.address, KEYHOLD_TOKEN: test.people.root.token };
  const set = await keyhold(['sso', 'set', ...inAcme, ...options], environment, `${forgedClient.secret}\n`);
  expect([set.code, set.stderr]).toEqual([0, '']);
  expect(set.stdout).toMatch(
    /Domain acme.example: not verified yet. Set its TXT record _keyhold.acme.example to keyhold-/,
  );
  expect(set.stdout).not.toContain(forgedClient.secret);

  const more = ['--create-users', '--role', 'administrator', '--tags-claim', 'groups', '--trust-provider-factor'];
  expect((await root('sso', 'set', ...inAcme, ...more)).stdout).toContain('Roles of created users: Administrator');
  const less = ['--no-role', '--no-tags-claim', '--no-trust-provider-factor'];
  await root('sso', 'set', ...inAcme, ...less);
  expect((await shown()).item).toMatchObject({
    issuer: issuer.url,
    'create-users': true,
    'default-roles': [],
    'tags-claim': null,
    'trust-provider-factor': false,
  });

  const tested = await test.json<{ item: Discovery }>('sso', 'test', ...inAcme);
  expect(tested.item).toMatchObject({ issuer: issuer.url, 'signing-keys': 1, algorithms: ['RS256'] });
  const unproven = await root('sso', 'verify', 'acme.invalid', ...inAcme);
  expect([unproven.code, unproven.stderr]).toEqual([1, 'Not found\n']);
  expect((await root('sso', 'vouch', 'acme.example', ...inAcme)).stdout).toContain(`sign in at ${issuer.url}`);
  expect((await root('sso', 'show', ...inAcme)).stdout).toMatch(/Domain acme.example: verified 20/);

  expect((await root('sso', 'remove', ...inAcme)).code).toBe(2);
  expect((await root('sso', 'remove', ...inAcme, '--yes')).stdout).toBe('Removed the single sign-on.\n');
  expect((await shown()).item).toBeNull();
});
