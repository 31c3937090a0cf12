import { decodeJwt, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type Person, type TestApp, testPassword } from '../../../test/app.ts';
import { inTransaction } from '../../db/database.ts';
import { issueActivationKey } from './links/activation-keys.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const signIn = (username: string, password: string) => test.as(null, 'POST /auth/v1/authorize', { username, password });

describe('signing in', () => {
  it('returns a token that contains the user with roles and policies', async () => {
    const { acmeAdmin } = test.people;
    const reply = await signIn(` ${acmeAdmin.email.toUpperCase()} `, testPassword);
    expect(reply.status).toBe(200);
    const claims = decodeJwt(reply.body.token);
    const user = JSON.parse(claims['cloud-user'] as string) as {
      rn: string;
      roles: { name: string; policies: unknown[] }[];
    };
    expect(user.rn).toBe(acmeAdmin.rn);
    expect(claims.sub).toBe(acmeAdmin.rn);
    expect(user.roles[0]).toMatchObject({ name: 'Administrator', policies: [expect.anything()] });
    expect(JSON.stringify(user)).not.toContain('argon2');
  });

  it('returns a token that fits into a header line, however many tags the user has', async () => {
    const person = await test.createPerson(test.accounts.acme, 'Tagged', 'Administrator');
    await inTransaction(test.services.db, 'every account', async (tx) => {
      await tx
        .updateTable('users')
        .set({ description: '描'.repeat(2000) })
        .where('id', '=', person.id)
        .execute();
      const names = Array.from({ length: 200 }, (_, index) => ({ name: `Team ${index}` }));
      const account = { 'account-id': person.accountId };
      const tags = await tx
        .insertInto('tags')
        .values(names.map((tag) => ({ ...tag, ...account })))
        .returning('id as tag-id')
        .execute();
      await tx
        .insertInto('user-tags')
        .values(tags.map((tag) => ({ ...tag, ...account, 'user-id': person.id })))
        .execute();
    });
    const { token } = (await signIn(person.email, testPassword)).body;
    // The longest line that nginx accepts, unless it is configured.
    expect(`authorization: Bearer ${token}`.length).toBeLessThan(8192);
    const user = JSON.parse(decodeJwt(token)['cloud-user'] as string);
    expect(user).toMatchObject({ email: person.email, roles: [{ name: 'Administrator' }], tags: [], description: '' });
    const profile = await test.as({ ...person, token }, `GET /iam/v1/users/${person.id}`);
    expect(profile.body.item['tags']).toHaveLength(200);
  });

  it('fails with the same message for everybody', async () => {
    for (const [username, password] of [
      [test.people.acmeUser.email, 'wrong password'],
      ['nobody@nowhere.example', testPassword],
      ['', ''],
      ['a\0b', 'x'.repeat(5000)],
    ] as const) {
      const reply = await signIn(username, password);
      expect([reply.status, reply.body.errors]).toEqual([401, ['Invalid email or password']]);
    }
    expect((await test.as(null, 'POST /auth/v1/authorize', { username: 'x' })).status).toBe(400);
  });

  it('reveals an inactive user or account only with the right password', async () => {
    const person = await test.createPerson(test.accounts.acme, 'Dormant', null);
    await test.as(test.people.acmeAdmin, `PUT /iam/v1/users/${person.id}/status`, { status: 'Inactive' });
    expect((await signIn(person.email, 'wrong')).body.errors).toEqual(['Invalid email or password']);
    expect((await signIn(person.email, testPassword)).body.errors).toEqual(['This user is inactive.']);
    const account = await test.createAccount('Closed Shop');
    const member = await test.createPerson(account, 'Member', null);
    const closed = await test.as(test.people.root, `PUT /admin/v1/accounts/${account}/status`, { status: 'Inactive' });
    expect(closed.status).toBe(200);
    expect((await signIn(member.email, testPassword)).body.errors).toEqual(['This account is inactive.']);
    expect((await test.as(member, `GET /iam/v1/users/${member.id}`)).status).toBe(401);
  });

  it('is limited for one e-mail after ten failures, even with the right password, and for no other', async () => {
    const person = await test.createPerson(test.accounts.acme, 'Target', null);
    const colleague = await test.createPerson(test.accounts.acme, 'Colleague', null);
    const replies = await Promise.all(Array.from({ length: 14 }, () => signIn(person.email, 'guess')));
    expect(replies.filter((reply) => reply.status === 401)).toHaveLength(10);
    const limited = await signIn(person.email, testPassword);
    expect(limited.status).toBe(429);
    const wait = Number(limited.headers['retry-after']);
    expect(wait).toBeGreaterThan(0);
    expect(Number((await signIn(person.email, testPassword)).headers['retry-after'])).toBeLessThanOrEqual(wait);
    expect((await signIn(colleague.email, testPassword)).status).toBe(200);
  });

  it('is limited equally for concurrent attempts', async () => {
    const replies = await Promise.all(
      Array.from({ length: 15 }, () => signIn('at-once@acme.example', 'one guess of many')),
    );
    const statuses = replies.map(({ status }) => status).toSorted();
    expect(statuses).toEqual([...Array(10).fill(401), ...Array(5).fill(429)]);
  });

  it('clears failures after a success', async () => {
    const person = await test.createPerson(test.accounts.acme, 'Clumsy', null);
    for (let round = 0; round < 2; round += 1) {
      for (let index = 0; index < 8; index += 1) expect((await signIn(person.email, 'typo')).status).toBe(401);
      expect((await signIn(person.email, testPassword)).status).toBe(200);
    }
  });

  it('clears no failures for the right password of an inactive user', async () => {
    const person = await test.createPerson(test.accounts.acme, 'Resting', null);
    await test.as(test.people.acmeAdmin, `PUT /iam/v1/users/${person.id}/status`, { status: 'Inactive' });
    for (let index = 0; index < 9; index += 1) expect((await signIn(person.email, 'typo')).status).toBe(401);
    expect((await signIn(person.email, testPassword)).body.errors).toEqual(['This user is inactive.']);
    expect((await signIn(person.email, 'typo')).status).toBe(401);
    expect((await signIn(person.email, 'typo')).status).toBe(429);
  });
});

describe('a token', () => {
  const whoami = (person: Person, token: string, scheme = 'Bearer ') =>
    test.as(null, `GET /iam/v1/users/${person.id}`, undefined, { authorization: `${scheme}${token}` });

  it('is accepted with and without its scheme', async () => {
    const { acmeUser } = test.people;
    expect((await whoami(acmeUser, acmeUser.token)).status).toBe(200);
    expect((await whoami(acmeUser, acmeUser.token, '')).status).toBe(200);
  });

  it('is rejected when it is malformed, unsigned, or signed by a foreign key', async () => {
    const { acmeUser } = test.people;
    const claims = decodeJwt(acmeUser.token);
    const { privateKey } = await generateKeyPair('Ed25519');
    const kid = JSON.parse(Buffer.from(acmeUser.token.split('.')[0] as string, 'base64url').toString()).kid as string;
    const foreign = await new SignJWT(claims).setProtectedHeader({ alg: 'Ed25519', kid }).sign(privateKey);
    const none = new UnsecuredJWT(claims).encode();
    const [header, , signature] = acmeUser.token.split('.');
    const changed = [
      header,
      Buffer.from(JSON.stringify({ ...claims, sub: test.people.root.rn })).toString('base64url'),
      signature,
    ];
    for (const token of ['garbage', 'a.b.c', '', none, foreign, changed.join('.'), `${acmeUser.token}x`]) {
      const reply = await whoami(acmeUser, token);
      expect([reply.status, reply.body.errors]).toEqual([401, ['Authentication is required.']]);
    }
  });

  it('is reported as expired when its time has passed', async () => {
    const { acmeUser } = test.people;
    const { privateKey, id } = await test.services.keys.current();
    const token = await new SignJWT({ ...decodeJwt(acmeUser.token), exp: Math.floor(Date.now() / 1000) - 10 })
      .setProtectedHeader({ alg: 'Ed25519', kid: id })
      .sign(privateKey);
    expect((await whoami(acmeUser, token)).body.errors).toEqual(['Authorization token expired']);
  });

  it('ends with a sign-out', async () => {
    const { acmeUser } = test.people;
    const { body } = await signIn(acmeUser.email, testPassword);
    const token = body.token;
    const out = await test.as(null, 'POST /auth/v1/logout', {}, { authorization: token });
    expect(out.status).toBe(200);
    expect((await whoami(acmeUser, token)).status).toBe(401);
    expect((await whoami(acmeUser, acmeUser.token)).status).toBe(200);
  });
});

describe('a changed password', () => {
  it('requires the old one, ends every session, and is reported by mail', async () => {
    const person = await test.createPerson(test.accounts.acme, 'Changer', null);
    const change = (who: Person, current: string, next: string) =>
      test.as(who, `PUT /iam/v1/users/${person.id}/password`, { 'current-password': current, 'new-password': next });
    expect((await change(person, 'not it at all', 'brand new words')).body.errors).toEqual([
      'The old password is not correct.',
    ]);
    expect((await change(person, '', 'brand new words')).body.errors).toEqual(['Old Password should not be empty']);
    expect((await change(test.people.acmeAdmin, testPassword, 'brand new words')).status).toBe(403);
    expect((await change(person, testPassword, 'brand new words')).status).toBe(200);
    expect((await test.as(person, `GET /iam/v1/users/${person.id}`)).status).toBe(401);
    expect((await signIn(person.email, testPassword)).status).toBe(401);
    expect((await signIn(person.email, 'brand new words')).status).toBe(200);
  });

  it('invalidates the links of earlier resets', async () => {
    const person = await test.createPerson(test.accounts.acme, 'Forgetful', null);
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
    const change = { 'current-password': testPassword, 'new-password': 'brand new words' };
    expect((await test.as(person, `PUT /iam/v1/users/${person.id}/password`, change)).status).toBe(200);
    const reply = await test.as(null, 'POST /auth/v1/activate', {
      'activation-key': key,
      'new-password': 'words of whoever has the link',
    });
    expect([reply.status, reply.body.errors]).toEqual([400, ['This activation key is not valid or has expired.']]);
    expect((await signIn(person.email, 'brand new words')).status).toBe(200);
  });
});

describe('a wrong old password', () => {
  it('can be tried only a limited number of times with a token', async () => {
    const person = await test.createPerson(test.accounts.acme, 'Guessed', null);
    const change = (current: string) =>
      test.as(person, `PUT /iam/v1/users/${person.id}/password`, {
        'current-password': current,
        'new-password': 'brand new words',
      });
    const replies = await Promise.all(Array.from({ length: 12 }, () => change('a guess')));
    expect(replies.filter((reply) => reply.status === 400)).toHaveLength(10);
    expect((await change(testPassword)).status).toBe(429);
  });
});

describe('a reset', () => {
  it('gets the same reply for known and unknown e-mails', async () => {
    const known = await test.as(null, 'POST /auth/v1/reset', { email: test.people.acmeUser.email });
    const stranger = await test.as(null, 'POST /auth/v1/reset', { email: 'stranger@nowhere.example' });
    expect([known.status, stranger.status]).toEqual([200, 200]);
    expect({ ...known.body, 'reply-to': '' }).toEqual({ ...stranger.body, 'reply-to': '' });
    const malformed = await test.as(null, 'POST /auth/v1/reset', { email: 'nonsense' });
    expect([malformed.status, malformed.body.errors]).toEqual([400, ['Invalid email']]);
  });
});
