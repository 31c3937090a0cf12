import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type Person, type TestApp, type TestReply, testPassword } from '../../../test/app.ts';
import { addApp, codeOf, factorReply, forgetAttempts, setPolicy } from '../../../test/sign-in/factors.ts';
import { VirtualPasskey } from '../../../test/sign-in/virtual-passkey.ts';

let test: TestApp;
let person: Person;
let count = 0;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  count += 1;
  await setPolicy(test, test.accounts.acme, 'off');
  person = await test.createPerson(test.accounts.acme, `Erna${count}`, null);
  await setPolicy(test, test.accounts.acme, 'everyone');
  await forgetAttempts(test);
});

const signIn = () => test.as(null, 'POST /auth/v1/authorize', { username: person.email, password: testPassword });
const appPath = (id: string) => `POST /auth/v1/challenge/${id}/factors/authenticator` as const;
const passkeyPath = (id: string) => `POST /auth/v1/challenge/${id}/factors/passkeys` as const;
const problemOf = ({ status, body }: TestReply) => [status, body.problems?.[0]?.code];
const opens = async (token: string | undefined) =>
  (await test.as({ ...person, token: token ?? '' }, `GET /iam/v1/users/${person.id}`)).status;

async function challengeOf() {
  const { challenge } = factorReply(await signIn());
  if (!challenge) throw new Error('No challenge was given.');
  return challenge;
}

/** Begins an app, and returns the first code of it. */
async function firstCode(id: string): Promise<string> {
  return codeOf(factorReply(await test.as(null, appPath(id))).secret);
}

describe('a required second factor', () => {
  it('is an authenticator app, whose last call signs in', async () => {
    const { id } = await challengeOf();
    const code = await firstCode(id);
    expect(problemOf(await test.as(null, `${appPath(id)}/confirm`, { code: '000000' }))).toEqual([400, 'wrong-code']);
    const done = await test.as(null, `${appPath(id)}/confirm`, { code });
    expect(done.status).toBe(201);
    expect(factorReply(done)['recovery-codes']).toHaveLength(10);
    expect(await opens(done.body.token)).toBe(200);
    expect(problemOf(await test.as(null, appPath(id)))).toEqual([401, 'challenge-ended']);
    expect((await challengeOf()).enrol).toBe(false);
  });

  it('is a passkey, whose last call signs in', async () => {
    const { id } = await challengeOf();
    const { options } = factorReply(await test.as(null, `${passkeyPath(id)}/options`));
    const body = { name: 'Laptop', response: new VirtualPasskey().attest(options) };
    const replies = await Promise.all([1, 2].map(() => test.as(null, passkeyPath(id), body)));
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 401]);
    const done = replies.find(({ status }) => status === 201);
    expect(await opens(done?.body.token)).toBe(200);
  });

  it('cannot be added by an earlier sign-in once there is one', async () => {
    const [first, second] = [await challengeOf(), await challengeOf()];
    const done = await test.as(null, `${appPath(second.id)}/confirm`, { code: await firstCode(second.id) });
    expect(done.status).toBe(201);
    for (const path of [appPath(first.id), `${passkeyPath(first.id)}/options`] as const) {
      expect(problemOf(await test.as(null, path))).toEqual([401, 'challenge-ended']);
    }
    // Nor by one that had already begun when the user, signed in, added a factor.
    await test.as(test.people.acmeAdmin, `DELETE /iam/v1/users/${person.id}/factors`);
    const third = await challengeOf();
    const { options } = factorReply(await test.as(null, `${passkeyPath(third.id)}/options`));
    await setPolicy(test, test.accounts.acme, 'off');
    person = { ...person, token: (await signIn()).body.token };
    await addApp(test, person);
    const body = { name: 'Laptop', response: new VirtualPasskey().attest(options) };
    expect(problemOf(await test.as(null, passkeyPath(third.id), body))).toEqual([401, 'challenge-ended']);
    const { items } = (await test.as(person, `GET /iam/v1/users/${person.id}/factors`)).body;
    expect(items).toMatchObject([{ kind: 'authenticator' }, { kind: 'recovery-codes' }]);
  });

  it('is added by one of two concurrent sign-ins', async () => {
    const [one, other] = [await challengeOf(), await challengeOf()];
    const code = await firstCode(one.id);
    const { options } = factorReply(await test.as(null, `${passkeyPath(other.id)}/options`));
    const body = { name: 'Laptop', response: new VirtualPasskey().attest(options) };
    const replies = await Promise.all([
      test.as(null, `${appPath(one.id)}/confirm`, { code }),
      test.as(null, passkeyPath(other.id), body),
    ]);
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 401]);
  });
});

describe('a wrong code', () => {
  it('at sign-in counts for the user, until the sign-in is finished, and closes no first step', async () => {
    const { id } = await challengeOf();
    const code = await firstCode(id);
    for (let round = 0; round < 10; round += 1) {
      const wrong = await test.as(null, `${appPath(id)}/confirm`, { code: '000000' });
      expect(problemOf(wrong)).toEqual([400, 'wrong-code']);
    }
    const blocked = await test.as(null, `${appPath(id)}/confirm`, { code });
    expect([blocked.status, Number(blocked.headers['retry-after']) > 0]).toEqual([429, true]);
    expect((await signIn()).status).toBe(200);
    await forgetAttempts(test);
    for (let round = 0; round < 9; round += 1) await test.as(null, `${appPath(id)}/confirm`, { code: '000000' });
    expect((await test.as(null, `${appPath(id)}/confirm`, { code })).status).toBe(201);
    for (let round = 0; round < 10; round += 1) expect((await signIn()).status).toBe(200);
  });

  it('of a signed-in user counts, too, and a correct one takes back only itself', async () => {
    const path = `POST /iam/v1/users/${person.id}/factors/authenticator` as const;
    const confirm = (code: string) => test.as(person, `${path}/confirm`, { code });
    const { secret } = factorReply(await test.as(person, path));
    for (let round = 0; round < 9; round += 1) expect(problemOf(await confirm('000000'))).toEqual([400, 'wrong-code']);
    expect((await confirm(codeOf(secret))).status).toBe(201);
    const next = factorReply(await test.as(person, path));
    expect(problemOf(await confirm('000000'))).toEqual([400, 'wrong-code']);
    const blocked = await confirm(codeOf(next.secret));
    expect([blocked.status, Number(blocked.headers['retry-after']) > 0]).toEqual([429, true]);
    expect((await signIn()).status).toBe(200);
  });
});
