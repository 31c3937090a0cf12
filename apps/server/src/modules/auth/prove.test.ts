import { calls } from '@keyhold/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type Person, type TestApp, type TestReply, testPassword } from '../../../test/app.ts';
import { addApp, addPasskeyTo, factorReply, forgetAttempts, setPolicy } from '../../../test/sign-in/factors.ts';
import { inTransaction } from '../../db/database.ts';

let test: TestApp;
let person: Person;
let count = 0;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  count += 1;
  person = await test.createPerson(test.accounts.acme, `Pia${count}`, 'Administrator');
  await forgetAttempts(test);
});

const proof = (body: object, who = person) => test.as(who, 'POST /auth/v1/proof', body);
const begin = (who = person) => test.as(who, `POST /iam/v1/users/${who.id}/factors/authenticator`);
const problemOf = ({ status, body }: TestReply) => [status, body.problems?.[0]?.code];

/** Sets the age of the last proof of a user's sessions, in minutes. */
async function age(who: Person, minutes: number): Promise<void> {
  await inTransaction(test.services.db, 'every account', (tx) =>
    sql`update sessions set "proven-on" = now() - make_interval(mins => ${minutes}) where "user-id" = ${who.id}`.execute(
      tx,
    ),
  );
}

describe('a recent proof', () => {
  it('is valid for ten minutes after signing in', async () => {
    expect((await begin()).status).toBe(200);
    await age(person, 9);
    expect((await begin()).status).toBe(200);
    await age(person, 10);
    expect(problemOf(await begin())).toEqual([403, 'proof-needed']);
    expect((await proof({ method: 'password', password: testPassword })).status).toBe(200);
    expect((await begin()).status).toBe(200);
  });

  it('is required by every call that declares it, after the permission and before anything else', async () => {
    const wanting = Object.values(calls).filter((call) => call.proof === 'always');
    expect(wanting.map(({ name }) => name)).toEqual([
      'startAuthenticator',
      'confirmAuthenticator',
      'startPasskey',
      'addPasskey',
      'renewRecoveryCodes',
      'removeFactor',
      'resetFactors',
      'updateSecurity',
      'updateSingleSignOn',
      'deleteSingleSignOn',
      'verifyDomain',
      'vouchForDomain',
      'createServiceAccountToken',
    ]);
    await age(person, 11);
    const { accountAdmin, acmeUser } = test.people;
    await age(acmeUser, 11);
    await age(accountAdmin, 11);
    for (const call of wanting) {
      const who = 'acrossAccounts' in call.access ? accountAdmin : person;
      const path = call.path.replace('{id}', person.id).replace('{fid}', person.id);
      const route = `${call.method} ${path}` as const;
      expect([call.name, ...problemOf(await test.as(who, route, { strange: true }))]).toEqual([
        call.name,
        403,
        'proof-needed',
      ]);
      expect(problemOf(await test.as(acmeUser, route))).toEqual([403, 'forbidden']);
    }
  });

  it('is given by a code, a recovery code or a passkey, each once', async () => {
    const app = await addApp(test, person);
    const { passkey } = await addPasskeyTo(test, person);
    await age(person, 11);
    const code = app.code();
    expect((await proof({ method: 'authenticator', code })).status).toBe(200);
    expect(problemOf(await proof({ method: 'authenticator', code }))).toEqual([400, 'wrong-code']);
    await age(person, 11);
    const recovery = { method: 'recovery-codes', code: app.codes[0] };
    expect((await proof(recovery)).status).toBe(200);
    expect(problemOf(await proof(recovery))).toEqual([400, 'wrong-code']);
    await age(person, 11);
    const { options } = factorReply(await test.as(person, 'POST /auth/v1/proof/options'));
    expect(options.allowCredentials).toMatchObject([{ id: passkey.id }]);
    const response = passkey.assert(options);
    const replies = await Promise.all([1, 2].map(() => proof({ method: 'passkey', response })));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect((await begin()).status).toBe(200);
  });

  it('holds for its own session only', async () => {
    const { passkey } = await addPasskeyTo(test, person);
    const other = await signedInAgain();
    await age(person, 11);
    const { options } = factorReply(await test.as(person, 'POST /auth/v1/proof/options'));
    const response = passkey.assert(options);
    expect(problemOf(await proof({ method: 'passkey', response }, other))).toEqual([400, 'wrong-passkey']);
    expect((await proof({ method: 'passkey', response })).status).toBe(200);
    expect((await begin()).status).toBe(200);
    expect(problemOf(await begin(other))).toEqual([403, 'proof-needed']);

    async function signedInAgain(): Promise<Person> {
      const { challenge } = factorReply(
        await test.as(null, 'POST /auth/v1/authorize', { username: person.email, password: testPassword }),
      );
      if (!challenge?.options) throw new Error('The options are missing.');
      const body = { id: challenge.id, method: 'passkey', response: passkey.assert(challenge.options) };
      return { ...person, token: (await test.as(null, 'POST /auth/v1/challenge', body)).body.token };
    }
  });

  it('is not given by wrong evidence, which counts for the user and not for the e-mail, unlike a right proof', async () => {
    expect((await proof({ method: 'password', password: testPassword })).status).toBe(200);
    await age(person, 11);
    expect(problemOf(await proof({ method: 'password', password: 'not the password' }))).toEqual([400, 'invalid']);
    expect(problemOf(await proof({ method: 'password' }))).toEqual([400, 'invalid']);
    for (let round = 0; round < 9; round += 1) {
      expect((await proof({ method: 'authenticator', code: '000000' })).status).toBe(400);
    }
    expect((await proof({ method: 'password', password: testPassword })).status).toBe(429);
    const signIn = { username: person.email, password: testPassword };
    expect((await test.as(null, 'POST /auth/v1/authorize', signIn)).status).toBe(200);
    expect(problemOf(await begin())).toEqual([403, 'proof-needed']);
  });

  it("is required for the user's own e-mail, and for others' when their account requires second factors", async () => {
    const other = await test.createPerson(test.accounts.acme, `Otto${count}`, null);
    const change = (who: Person, email: string) =>
      test.as(person, `PUT /iam/v1/users/${who.id}`, { email, 'first-name': 'Pia', 'last-name': 'Person' });
    await age(person, 11);
    expect(problemOf(await change(person, `new${count}@acme.example`))).toEqual([403, 'proof-needed']);
    expect((await change(person, person.email.toUpperCase())).status).toBe(200);
    expect((await change(other, `other${count}@acme.example`)).status).toBe(200);
    await setPolicy(test, test.accounts.acme, 'administrators');
    expect(problemOf(await change(other, `another${count}@acme.example`))).toEqual([403, 'proof-needed']);
    expect((await change(other, `other${count}@acme.example`)).status).toBe(200);
    expect((await proof({ method: 'password', password: testPassword })).status).toBe(200);
    expect((await change(other, `another${count}@acme.example`)).status).toBe(200);
    expect((await change(person, `new${count}@acme.example`)).status).toBe(200);
    await setPolicy(test, test.accounts.acme, 'off');
  });
});
