import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type Person, type TestApp, type TestReply, testPassword } from '../../../test/app.ts';
import { waitingForLocks } from '../../../test/database/lock-waits.ts';
import { addApp, addPasskeyTo, factorReply, forgetAttempts, setPolicy } from '../../../test/sign-in/factors.ts';
import { VirtualPasskey } from '../../../test/sign-in/virtual-passkey.ts';
import { inTransaction } from '../../db/database.ts';
import { issueActivationKey } from './links/activation-keys.ts';

let test: TestApp;
let person: Person;
let count = 0;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  count += 1;
  person = await test.createPerson(test.accounts.acme, `Sven${count}`, null);
  await setPolicy(test, test.accounts.acme, 'off');
  await forgetAttempts(test);
});

const signIn = (who: Person, password = testPassword) =>
  test.as(null, 'POST /auth/v1/authorize', { username: who.email, password });
const answer = (body: object) => test.as(null, 'POST /auth/v1/challenge', body);
const opens = async (token: string | undefined) =>
  (await test.as({ ...person, token: token ?? '' }, `GET /iam/v1/users/${person.id}`)).status;

async function challengeOf(who: Person) {
  const reply = factorReply(await signIn(who));
  if (!reply.challenge) throw new Error('No challenge was given.');
  return reply.challenge;
}

function problemOf({ status, body }: TestReply) {
  return [status, body.problems?.[0]?.code];
}

async function failuresOf(who: Person): Promise<number> {
  const { rows } = await inTransaction(test.services.db, 'every account', (tx) =>
    sql<{ failures: number }>`select failures from attempts where subject like 'person:%'`.execute(tx),
  );
  expect(who.email).toBeTruthy();
  return rows[0]?.failures ?? 0;
}

describe('signing in with a second factor', () => {
  it('requires the code of an authenticator app, regardless of the policy', async () => {
    const app = await addApp(test, person);
    const reply = await signIn(person);
    expect(reply.status).toBe(200);
    expect(reply.body).not.toHaveProperty('token');
    const challenge = await challengeOf(person);
    expect(challenge).toMatchObject({ methods: ['authenticator', 'recovery-codes'], enrol: false });
    expect(challenge['expires-in-ms']).toBe(300_000);
    const done = await answer({ id: challenge.id, method: 'authenticator', code: app.code() });
    expect(done.status).toBe(200);
    expect(await opens(done.body.token)).toBe(200);
  });

  it('finishes with a passkey, whose options come with the challenge', async () => {
    const { passkey } = await addPasskeyTo(test, person);
    const challenge = await challengeOf(person);
    expect(challenge.methods).toEqual(['passkey', 'recovery-codes']);
    if (!challenge.options) throw new Error('The options are missing.');
    expect(challenge.options).toMatchObject({ rpId: 'localhost', allowCredentials: [{ id: passkey.id }] });
    const response = passkey.assert(challenge.options);
    const done = await answer({ id: challenge.id, method: 'passkey', response });
    expect(await opens(done.body.token)).toBe(200);
    expect(problemOf(await answer({ id: challenge.id, method: 'passkey', response }))).toEqual([
      401,
      'challenge-ended',
    ]);
  });

  it('finishes with a recovery code once, which is reported by mail', async () => {
    const { codes } = await addApp(test, person);
    const [code = ''] = codes;
    const typed = code.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o');
    const first = await challengeOf(person);
    const done = await answer({ id: first.id, method: 'recovery-codes', code: typed });
    expect(await opens(done.body.token)).toBe(200);
    const second = await challengeOf(person);
    const again = await answer({ id: second.id, method: 'recovery-codes', code });
    expect(problemOf(again)).toEqual([401, 'wrong-code']);
    const mails = await inTransaction(test.services.db, 'every account', (tx) =>
      tx.selectFrom('outbox').select('text').where('recipient', '=', person.email).execute(),
    );
    expect(mails.map(({ text }) => text).join()).toContain('9 codes are left.');
  });

  it('accepts each code of an app once, and none before it', async () => {
    const app = await addApp(test, person);
    const [one, other, third] = [await challengeOf(person), await challengeOf(person), await challengeOf(person)];
    const code = app.code(1);
    expect((await answer({ id: one.id, method: 'authenticator', code })).status).toBe(200);
    expect(problemOf(await answer({ id: other.id, method: 'authenticator', code }))).toEqual([401, 'wrong-code']);
    const earlier = await answer({ id: third.id, method: 'authenticator', code: app.code(0) });
    expect(problemOf(earlier)).toEqual([401, 'wrong-code']);
  });

  it('accepts one of several concurrent requests with the same code, recovery code or challenge', async () => {
    const app = await addApp(test, person);
    const ids = [(await challengeOf(person)).id, (await challengeOf(person)).id, (await challengeOf(person)).id];
    const code = app.code();
    const byCode = await Promise.all(ids.map((id) => answer({ id, method: 'authenticator', code })));
    expect(byCode.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
    const fresh = [(await challengeOf(person)).id, (await challengeOf(person)).id];
    const recovery = { method: 'recovery-codes', code: app.codes[0] };
    const byRecovery = await Promise.all(fresh.map((id) => answer({ id, ...recovery })));
    expect(byRecovery.map(({ status }) => status).sort()).toEqual([200, 401]);
    const { id } = await challengeOf(person);
    const byChallenge = await Promise.all(
      [1, 2, 3].map((index) => answer({ id, method: 'recovery-codes', code: app.codes[index] })),
    );
    expect(byChallenge.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
    // A code that was sent to an already spent challenge is still valid.
    const left = (await test.as(person, `GET /iam/v1/users/${person.id}/factors`)).body.items[1];
    expect(left).toMatchObject({ left: 8 });
  });

  it.each([
    ['of another origin', { origin: 'https://evil.example' }],
    ['of another host', { rpId: 'evil.example' }],
    ['for another challenge', { challenge: Buffer.alloc(32, 7).toString('base64url') }],
    ['without a verified user', { verified: false }],
    ['from a frame of another page', { crossOrigin: true }],
    ["of somebody else's handle", { userHandle: Buffer.alloc(16, 7).toString('base64url') }],
  ])('rejects a response %s', async (_what, deviation) => {
    const { passkey } = await addPasskeyTo(test, person);
    const { id, options } = await challengeOf(person);
    if (!options) throw new Error('The options are missing.');
    const response = passkey.assert(options, deviation);
    expect(problemOf(await answer({ id, method: 'passkey', response }))).toEqual([401, 'wrong-passkey']);
  });

  it("rejects a copy of a passkey, and another user's", async () => {
    const { acmeUser } = test.people;
    const mine = await addPasskeyTo(test, person);
    const theirs = await addPasskeyTo(test, acmeUser);
    mine.passkey.setCounter(10);
    const first = await challengeOf(person);
    if (!first.options) throw new Error('The options are missing.');
    const good = await answer({ id: first.id, method: 'passkey', response: mine.passkey.assert(first.options) });
    expect(good.status).toBe(200);
    mine.passkey.setCounter(10);
    const second = await challengeOf(person);
    if (!second.options) throw new Error('The options are missing.');
    const copied = await answer({ id: second.id, method: 'passkey', response: mine.passkey.assert(second.options) });
    expect(problemOf(copied)).toEqual([401, 'wrong-passkey']);
    const foreign = { id: second.id, method: 'passkey', response: theirs.passkey.assert(second.options) };
    expect(problemOf(await answer(foreign))).toEqual([401, 'wrong-passkey']);
    const reset = await test.as(test.people.acmeAdmin, `DELETE /iam/v1/users/${acmeUser.id}/factors`);
    expect(reset.status).toBe(200);
    test.people.acmeUser = { ...acmeUser, token: (await signIn(acmeUser)).body.token };
  });

  it('counts wrong codes for the user, apart from wrong passwords, and a correct password does not clear them', async () => {
    const app = await addApp(test, person);
    expect((await signIn(person, 'not the password')).status).toBe(401);
    const { id } = await challengeOf(person);
    expect(await failuresOf(person)).toBe(0);
    for (let round = 0; round < 10; round += 1) {
      expect((await answer({ id, method: 'authenticator', code: '000000' })).status).toBe(401);
    }
    expect(await failuresOf(person)).toBe(10);
    const blocked = await answer({ id, method: 'authenticator', code: app.code() });
    expect([blocked.status, Number(blocked.headers['retry-after']) > 0]).toEqual([429, true]);
    expect((await signIn(person)).body).toHaveProperty('challenge');
    await forgetAttempts(test);
    expect((await answer({ id, method: 'authenticator', code: '000000' })).status).toBe(401);
    expect((await answer({ id, method: 'authenticator', code: app.code() })).status).toBe(200);
    expect(await failuresOf(person)).toBe(0);
  });

  it('ends after five minutes, a changed password or a reset of factors, and opens nothing else', async () => {
    const app = await addApp(test, person);
    const body = (id: string) => ({ id, method: 'authenticator', code: app.code() });
    const old = await challengeOf(person);
    await inTransaction(test.services.db, 'every account', (tx) =>
      sql`update challenges set "expires-on" = now() where "user-id" = ${person.id}`.execute(tx),
    );
    expect(problemOf(await answer(body(old.id)))).toEqual([401, 'challenge-ended']);
    expect(problemOf(await answer(body('nothing')))).toEqual([401, 'challenge-ended']);

    const other = await test.createPerson(test.accounts.acme, 'Svea', null);
    const otherApp = await addApp(test, other);
    const kept = await challengeOf(other);
    const stolen = await challengeOf(person);
    expect(await opens(stolen.id)).toBe(401);
    for (const rest of ['authenticator', 'passkeys/options'] as const) {
      const reply = await test.as(null, `POST /auth/v1/challenge/${stolen.id}/factors/${rest}`);
      expect(problemOf(reply)).toEqual([403, 'forbidden']);
    }
    await test.as(person, `PUT /iam/v1/users/${person.id}/password`, {
      'current-password': testPassword,
      'new-password': 'a wholly different one',
    });
    expect(problemOf(await answer(body(stolen.id)))).toEqual([401, 'challenge-ended']);

    const { challenge } = factorReply(await signIn(person, 'a wholly different one'));
    await test.as(test.people.acmeAdmin, `DELETE /iam/v1/users/${person.id}/factors`);
    expect(problemOf(await answer(body(challenge?.id ?? '')))).toEqual([401, 'challenge-ended']);
    const done = await answer({ id: kept.id, method: 'authenticator', code: otherApp.code() });
    expect(done.status).toBe(200);
  });

  it.each(['with', 'without'])('fails %s one when the password changes meanwhile', async (factor) => {
    if (factor === 'with') await addApp(test, person);
    const { reply } = await inTransaction(test.services.db, 'every account', async (tx) => {
      await sql`update users set "password-hash" = 'another' where id = ${person.id}`.execute(tx);
      const reply = signIn(person);
      await waitingForLocks(test);
      return { reply };
    });
    expect(problemOf(await reply)).toEqual([401, 'wrong-credentials']);
  });

  it('is also required after a password reset', async () => {
    const app = await addApp(test, person);
    const key = await inTransaction(test.services.db, 'every account', (tx) =>
      issueActivationKey(tx, {
        userId: person.id,
        accountId: person.accountId,
        purpose: 'reset',
        validDays: 1,
        mailed: true,
        issuedBy: null,
      }),
    );
    const body = { 'activation-key': key, 'new-password': 'a wholly different one' };
    const reply = await test.as(null, 'POST /auth/v1/activate', body);
    expect(reply.body).not.toHaveProperty('token');
    const id = factorReply(reply).challenge?.id ?? '';
    expect((await answer({ id, method: 'authenticator', code: app.code() })).status).toBe(200);
  });
});

describe('the policy of an account', () => {
  it('requires the users it names to add a factor first, and nobody else', async () => {
    const { acmeAdmin } = test.people;
    await setPolicy(test, test.accounts.acme, 'administrators');
    expect((await signIn(person)).body.token).toBeTruthy();
    expect(factorReply(await signIn(acmeAdmin)).challenge).toMatchObject({ methods: [], enrol: true });
    await setPolicy(test, test.accounts.acme, 'everyone');
    const { challenge } = factorReply(await signIn(person));
    expect(challenge).toMatchObject({ methods: [], enrol: true });
    const refused = await answer({ id: challenge?.id, method: 'authenticator', code: '123456' });
    expect(problemOf(refused)).toEqual([401, 'wrong-code']);
  });
});

describe('a passkey alone', () => {
  const begin = async () => factorReply(await test.as(null, 'POST /auth/v1/passkey/options'));
  const finish = (id: string, response: object) => test.as(null, 'POST /auth/v1/passkey', { id, response });

  it('signs in, once per request', async () => {
    const { passkey } = await addPasskeyTo(test, person);
    await setPolicy(test, test.accounts.acme, 'everyone');
    const { id, options } = await begin();
    expect(options).toMatchObject({ allowCredentials: [], userVerification: 'required' });
    const response = passkey.assert(options);
    const replies = await Promise.all([finish(id, response), finish(id, response)]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 401]);
    expect(await opens(replies.find(({ status }) => status === 200)?.body.token)).toBe(200);
    expect(problemOf(await finish(id, passkey.assert(options)))).toEqual([401, 'challenge-ended']);
  });

  it('clears the failed attempts of the e-mail', async () => {
    const { passkey } = await addPasskeyTo(test, person);
    const guess = () => test.as(null, 'POST /auth/v1/authorize', { username: person.email, password: 'typo' });
    for (let index = 0; index < 11; index += 1) await guess();
    expect((await guess()).status).toBe(429);
    const { id, options } = await begin();
    expect((await finish(id, passkey.assert(options))).status).toBe(200);
    expect((await guess()).status).toBe(401);
  });

  it('is rejected when it is unknown, for another request, or expired', async () => {
    const { passkey } = await addPasskeyTo(test, person);
    const { id, options } = await begin();
    expect(problemOf(await finish(id, new VirtualPasskey().assert(options)))).toEqual([401, 'wrong-passkey']);
    const other = await begin();
    expect(problemOf(await finish(other.id, passkey.assert(options)))).toEqual([401, 'wrong-passkey']);
    for (const deviation of [{ verified: false }, { userHandle: null }, { userHandle: '' }, { crossOrigin: true }]) {
      expect(problemOf(await finish(id, passkey.assert(options, deviation)))).toEqual([401, 'wrong-passkey']);
    }
    await inTransaction(test.services.db, 'every account', (tx) =>
      sql`update "passkey-requests" set "expires-on" = now()`.execute(tx),
    );
    expect(problemOf(await finish(id, passkey.assert(options)))).toEqual([401, 'challenge-ended']);
  });

  it('tells its owner that they are inactive, or their account is', async () => {
    const account = await test.createAccount('Closed Shop');
    const member = await test.createPerson(account, 'Member', null);
    const { passkey } = await addPasskeyTo(test, member);
    const { id, options } = await begin();
    await test.as(test.people.root, `PUT /iam/v1/users/${member.id}/status`, { status: 'Inactive' });
    expect((await finish(id, passkey.assert(options))).body.errors).toEqual(['This user is inactive.']);
    await test.as(test.people.root, `PUT /admin/v1/accounts/${account}/status`, { status: 'Inactive' });
    const refused = await finish(id, passkey.assert(options));
    expect([refused.status, refused.body.errors]).toEqual([401, ['This account is inactive.']]);
    expect((await finish(id, new VirtualPasskey().assert(options))).body.errors).toEqual([
      'This passkey was not accepted.',
    ]);
  });
});
