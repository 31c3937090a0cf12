import type { PasskeyRequest } from '@keyhold/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inTransaction } from '../../src/db/database.ts';
import { createTestApp, type Person, type TestApp, type TestReply, testPassword } from '../app.ts';
import { api } from '../documented.ts';
import { addApp, factorReply, forgetAttempts, setPolicy } from '../sign-in/factors.ts';
import { VirtualPasskey } from '../sign-in/virtual-passkey.ts';

let test: TestApp;
let person: Person;
let count = 0;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

type Send = () => Promise<TestReply>;

/** For each limited call a request that fails, or that counts although it succeeds. */
const limited: Readonly<Record<string, () => Promise<Send>>> = {
  authorize: async () => () => test.as(null, 'POST /auth/v1/authorize', { username: person.email, password: 'guess' }),
  activate: async () => () =>
    test.as(null, 'POST /auth/v1/activate', { 'activation-key': 'none', 'new-password': 'a wholly new one' }),
  getActivation: async () => () => test.as(null, 'POST /auth/v1/activation', { 'activation-key': 'none' }),
  resetPassword: async () => () => test.as(null, 'POST /auth/v1/reset', { email: person.email }),
  answerChallenge: async () => {
    await addApp(test, person);
    const id = await challenge();
    return () => test.as(null, 'POST /auth/v1/challenge', { id, method: 'authenticator', code: '000000' });
  },
  confirmChallengeAuthenticator: async () => {
    const id = await enrolment();
    return () => test.as(null, `POST /auth/v1/challenge/${id}/factors/authenticator/confirm`, { code: '000000' });
  },
  addChallengePasskey: async () => {
    const id = await enrolment();
    return () => test.as(null, `POST /auth/v1/challenge/${id}/factors/passkeys`, passkeyBody());
  },
  startPasskeySignIn: async () => () => test.as(null, 'POST /auth/v1/passkey/options', {}),
  signInByPasskey: async () => () =>
    test.as(null, 'POST /auth/v1/passkey', { id: 'none', response: new VirtualPasskey().assert(nobodysRequest) }),
  prove: async () => () => test.as(person, 'POST /auth/v1/proof', { method: 'password', password: 'guess' }),
  confirmAuthenticator: async () => () =>
    test.as(person, `POST /iam/v1/users/${person.id}/factors/authenticator/confirm`, { code: '000000' }),
  addPasskey: async () => () => test.as(person, `POST /iam/v1/users/${person.id}/factors/passkeys`, passkeyBody()),
  changePassword: async () => () =>
    test.as(person, `PUT /iam/v1/users/${person.id}/password`, {
      'current-password': 'guess',
      'new-password': 'a wholly new one',
    }),
  findDevice: async () => () => test.as(person, 'POST /auth/v1/device/find', { 'user-code': 'BBBB-BBBB' }),
  decideDevice: async () => () => test.as(person, 'POST /auth/v1/device', { 'user-code': 'BBBB-BBBB', allow: true }),
};

const nobodysRequest: PasskeyRequest = {
  challenge: 'none',
  timeout: 1000,
  rpId: 'localhost',
  allowCredentials: [],
  userVerification: 'required',
};

function passkeyBody() {
  const creation = {
    challenge: 'none',
    rp: { id: 'localhost', name: '' },
    user: { id: '', name: '', displayName: '' },
  };
  return { name: 'Laptop', response: new VirtualPasskey().attest(creation as never) };
}

async function challenge(): Promise<string> {
  const reply = await test.as(null, 'POST /auth/v1/authorize', { username: person.email, password: testPassword });
  return factorReply(reply).challenge?.id ?? '';
}

async function enrolment(): Promise<string> {
  await setPolicy(test, test.accounts.birch, 'everyone');
  return challenge();
}

const everywhere = (statement: ReturnType<typeof sql>) =>
  inTransaction(test.services.db, 'every account', (tx) => statement.execute(tx));
const attempts = async () => (await everywhere(sql`select * from attempts order by subject`)).rows;

it('every call that is documented as limited is tested here', () => {
  const documented = Object.values(api.paths)
    .flatMap((operations) => Object.values(operations))
    .filter(({ responses }) => '429' in responses)
    .map(({ operationId }) => operationId)
    // How often a waiter asks is a rule of the line, tested there: nobody guesses anything by it.
    .filter((operation) => operation !== 'askHolders');
  expect(documented.toSorted()).toEqual(Object.keys(limited).toSorted());
});

describe.each(Object.keys(limited))('%s', (name) => {
  it('counts and prolongs nothing when it is refused, so that Retry-After only shrinks', async () => {
    count += 1;
    person = await test.createPerson(test.accounts.birch, `Limited${count}`, null);
    await setPolicy(test, test.accounts.birch, 'off');
    const send = await limited[name]?.();
    if (!send) throw new Error('There is no such call.');
    await forgetAttempts(test);
    expect((await send()).status).not.toBe(429);
    await everywhere(sql`update attempts set failures = 2000`);
    expect((await send()).status).not.toBe(429);
    const before = await attempts();
    const waits: number[] = [];
    for (let each = 0; each < 20; each += 1) {
      const refused = await send();
      expect(refused.status).toBe(429);
      waits.push(Number(refused.headers['retry-after']));
    }
    expect(await attempts()).toEqual(before);
    expect(waits).toEqual(waits.toSorted((one, other) => other - one));
    expect([waits.at(0) ?? 0, waits.at(-1) ?? 0].every((wait) => wait > 0 && wait <= 900)).toBe(true);
    // Once the time is over, an attempt is let through.
    await everywhere(sql`update attempts set "blocked-until" = now()`);
    expect((await send()).status).not.toBe(429);
    expect((await send()).status).toBe(429);
  });
});

it('the wait doubles with each further failure, and ends with the window', async () => {
  person = await test.createPerson(test.accounts.birch, 'Doubling', null);
  await forgetAttempts(test);
  const send = await limited['authorize']?.();
  const waits: number[] = [];
  for (let each = 0; each < 10; each += 1) expect((await send?.())?.status).toBe(401);
  for (let each = 0; each < 6; each += 1) {
    waits.push(Math.ceil(Number((await send?.())?.headers['retry-after']) / 30) * 30);
    await everywhere(sql`update attempts set "blocked-until" = now()`);
    expect((await send?.())?.status).toBe(401);
  }
  expect(waits).toEqual([30, 60, 120, 240, 480, 900]);
  await everywhere(sql`update attempts set "blocked-until" = now(), "window-start" = now() - interval '16 minutes'`);
  for (let each = 0; each < 10; each += 1) expect((await send?.())?.status).toBe(401);
  expect((await send?.())?.status).toBe(429);
});
