import { builtInRoles, type ConsoleConfig } from '@keyhold/contract';
import { describe, expect, test } from 'vitest';
import { buildAuthInfo, readToken } from './auth-info.ts';

const config: ConsoleConfig = {
  'product-title': 'Keyhold',
  'provider-account-id': 'provider',
  'provider-email-domain': 'keyhold.example',
  'shared-product-id': 'keyhold-studio-shared',
  version: '1.0.4',
};

const base64 = (value: unknown): string =>
  btoa(String.fromCharCode(...new TextEncoder().encode(JSON.stringify(value))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

interface Person {
  account?: string;
  email?: string;
  roles?: string[];
  policies?: unknown[];
}

function tokenOf({ account = 'acme', email = 'zoë@acme.example', roles = [], policies = [] }: Person): string {
  const known = builtInRoles({ provider: account === 'provider' });
  const user = {
    rn: `keyhold:eu-1:${account}:user:u1`,
    email,
    'first-name': 'Zoë',
    'last-name': 'Åström',
    roles: roles.map((name) => ({
      rn: `keyhold:eu-1:${account}:role:r1`,
      name,
      policies: known.find((role) => role.name === name)?.policies ?? [],
    })),
    policies,
  };
  return `${base64({ alg: 'Ed25519' })}.${base64({ 'cloud-user': JSON.stringify(user) })}.signature`;
}

describe('reading a token', () => {
  test('decodes letters outside ASCII', () => {
    expect(readToken(tokenOf({}))).toMatchObject({ 'first-name': 'Zoë', 'last-name': 'Åström' });
  });

  test.each([
    ['Token is not a string', undefined],
    ['Token is not a string', 42],
    ['Token part is missing', ''],
    ['Token part is missing', 'onlyonepart'],
    ['Token is not valid base64', 'head.abcde.sign'],
    ['Token is not valid base64', 'head.ab*d.sign'],
    ['Token is not valid JSON', `head.${btoa('{').replace(/=+/, '')}.sign`],
    ['Token is not valid JSON', `head.${base64({})}.sign`],
    ['Token is not valid JSON', `head.${base64({ 'cloud-user': 'no json' })}.sign`],
    ['Token is not valid JSON', `head.${base64({ 'cloud-user': '{"email":"x"}' })}.sign`],
  ])('%s', (message, token) => {
    expect(() => readToken(token)).toThrow(message);
  });
});

describe('the signed-in user', () => {
  const none = {
    admin: false,
    rootAdmin: false,
    sysAdmin: false,
    accountAdmin: false,
    tiliaAdmin: false,
    canSwitchAccount: false,
  };

  test('has the role User without another role', () => {
    expect(buildAuthInfo(tokenOf({}), config)).toMatchObject({ role: 'User', ...none });
  });

  test('is only an admin as an Administrator', () => {
    const info = buildAuthInfo(tokenOf({ roles: ['Administrator'] }), config);
    expect(info).toMatchObject({ ...none, role: 'Administrator', admin: true });
  });

  test('has the most powerful of several roles, in any order', () => {
    const info = buildAuthInfo(
      tokenOf({ account: 'provider', roles: ['Administrator', 'System Administrator', 'Root Administrator'] }),
      config,
    );
    expect(info).toMatchObject({
      ...none,
      role: 'Root Administrator',
      admin: true,
      rootAdmin: true,
      canSwitchAccount: true,
    });
  });

  test('can switch accounts as a System Administrator of the provider', () => {
    const info = buildAuthInfo(tokenOf({ account: 'provider', roles: ['System Administrator'] }), config);
    expect(info).toMatchObject({ ...none, admin: true, sysAdmin: true, canSwitchAccount: true });
  });

  test('cannot switch accounts as a customer with a policy that allows everything', () => {
    const everything = { name: 'All', statements: [{ actions: ['*:*'], effect: 'Allow' }] };
    const info = buildAuthInfo(tokenOf({ policies: [everything] }), config);
    expect(info).toMatchObject(none);
  });

  test('is an admin who can switch accounts as a provider user who may list them', () => {
    const listing = { name: 'Support', statements: [{ actions: ['adm:ListAccounts'], effect: 'Allow' }] };
    const info = buildAuthInfo(tokenOf({ account: 'provider', policies: [listing] }), config);
    expect(info).toMatchObject({ ...none, role: 'User', admin: true, canSwitchAccount: true });
  });

  test('cannot switch accounts when a Deny forbids listing them', () => {
    const denial = { name: 'Stay', statements: [{ actions: ['adm:ListAccounts'], effect: 'Deny' }] };
    const token = tokenOf({ account: 'provider', roles: ['Administrator'], policies: [denial] });
    expect(buildAuthInfo(token, config)).toMatchObject({ ...none, admin: true });
  });

  test.each([
    ['ada@keyhold.example', true],
    ['ada@KEYHOLD.Example', true],
    ['ada@evilkeyhold.example', false],
    ['ada@sub.keyhold.example', false],
    ['ada@keyhold.example@acme.example', false],
  ])('is a company admin as an Account Administrator with %s: %s', (email, tiliaAdmin) => {
    const info = buildAuthInfo(tokenOf({ email, roles: ['Account Administrator'] }), config);
    expect(info).toMatchObject({ accountAdmin: true, tiliaAdmin });
  });

  test('is no company admin by the company address alone', () => {
    const info = buildAuthInfo(tokenOf({ email: 'ada@keyhold.example', roles: ['Administrator'] }), config);
    expect(info.tiliaAdmin).toBe(false);
  });
});
