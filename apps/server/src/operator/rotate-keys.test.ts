import { decodeProtectedHeader } from 'jose';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { soon } from '../../../../test/soon.ts';
import { testPassword } from '../../test/app.ts';
import { createOperatorTest, keyhold, type OperatorTest } from '../../test/operator.ts';

let test: OperatorTest;
beforeAll(async () => {
  test = await createOperatorTest();
});
afterAll(() => test.close());

async function publishedKeys(): Promise<string[]> {
  const response = await fetch(`${test.address}/.well-known/jwks.json`);
  const { keys } = (await response.json()) as { keys: { kid: string }[] };
  return keys.map((key) => key.kid);
}

async function signIn(): Promise<string> {
  const { email: username } = test.people.acmeAdmin;
  return (await test.as(null, 'POST /auth/v1/authorize', { username, password: testPassword })).body.token;
}

async function isGood(token: string): Promise<boolean> {
  const headers = { authorization: `Bearer ${token}` };
  return (await fetch(`${test.address}/iam/v1/tags`, { headers })).ok;
}

async function rotate(...args: string[]) {
  const { code, stdout } = await keyhold(['keys', 'rotate', '--json', ...args], test.local);
  expect(code).toBe(0);
  return JSON.parse(stdout) as { signing: string; retiring: { id: string; 'retired-on': string }[] };
}

it('a new key signs on a running server at once; tokens of the old key stay valid', async () => {
  const [first] = await publishedKeys();
  const before = await signIn();
  const { signing, retiring } = await rotate();
  expect(retiring.map((key) => key.id)).toEqual([first]);
  // The database notifies the server shortly after the command has ended.
  await vi.waitUntil(async () => (await publishedKeys()).includes(signing), soon);
  expect(await publishedKeys()).toEqual([signing, first]);

  const after = await signIn();
  expect(decodeProtectedHeader(before).kid).toBe(first);
  expect(decodeProtectedHeader(after).kid).toBe(signing);
  expect([await isGood(before), await isGood(after)]).toEqual([true, true]);
});

it('the old key retires when the last session that it signed expires, and not before', async () => {
  const token = await signIn();
  const { exp = 0 } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
  const { retiring } = await rotate();
  const times = retiring.map((key) => new Date(key['retired-on']).getTime());
  expect(times).toHaveLength(2);
  expect(Math.max(...times)).toBeGreaterThanOrEqual(exp * 1000);
  expect(Math.max(...times)).toBeLessThan(exp * 1000 + 3_600_000);
});

it('with --at-once, the old keys verify nothing and every user must sign in again', async () => {
  const before = await signIn();
  const { signing } = await rotate('--at-once');
  await vi.waitUntil(async () => !(await isGood(before)) && (await publishedKeys()).length === 1, soon);
  expect(await publishedKeys()).toEqual([signing]);
  expect(await isGood(await signIn())).toBe(true);
});

it('the audit log records the rotation', async () => {
  const { accounts, people } = test;
  const { email: username } = people.root;
  const root = (await test.as(null, 'POST /auth/v1/authorize', { username, password: testPassword })).body.token;
  const log = await test.as({ ...people.root, token: root }, 'GET /iam/v1/audit?action=adm:RotateSigningKeys');
  expect(log.body.items).toHaveLength(3);
  expect(log.body.items[0]).toMatchObject({
    resource: expect.stringContaining(`keyhold:eu-1:${accounts.provider}:signing-key:`),
    'actor-name': 'Keyhold',
  });
});
