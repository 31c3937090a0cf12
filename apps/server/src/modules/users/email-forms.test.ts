import { beforeAll, describe, expect, it } from 'vitest';
import { testPassword } from '../../../test/app.ts';
import { openDirectoryTest } from '../../../test/sign-in/directories.ts';
import { serverCaller } from '../../access/actor.ts';
import { inTransaction } from '../../db/database.ts';
import { resetFactorsOf } from '../../operator/reset-factors.ts';
import { hash as hashTyped } from '../../passwords/hash-worker.ts';

const here = openDirectoryTest();
const { ask, person, patch, create, refusal, admin } = here;

const names = { 'first-name': 'Ada', 'last-name': 'Byron' };
const make = async (email: string) =>
  admin('POST /iam/v1/users', { ...names, email, 'account-id': here.test.people.acmeAdmin.accountId });
const authorize = (username: string, password = testPassword) =>
  here.test.as(null, 'POST /auth/v1/authorize', { username, password });

describe('An e-mail that nobody can tell from another', () => {
  const characters = ['\u200b', '\u202e', '\u00ad', '\u0085', '\ue000', '\u0378', '\u2028', '\u2029', '\ufeff'];
  const emails = characters.flatMap((one) => [
    `a${one}da@acme.example`,
    `ada@ac${one}me.example`,
    `ada@acme.example${one}`,
  ]);

  it.each(emails.map((email) => [JSON.stringify(email), email]))(
    'is refused at every way in: %s',
    async (_shown, email) => {
      const invalid = [400, 'Invalid email'];
      const outcome = ({ status, body }: Awaited<ReturnType<typeof make>>) => [status, body.errors[0]];
      expect(outcome(await make(email))).toEqual(invalid);
      const { people } = here.test;
      expect(outcome(await admin(`PUT /iam/v1/users/${people.acmeUser.id}`, { ...names, email }))).toEqual(invalid);
      expect(outcome(await here.test.as(null, 'POST /auth/v1/reset', { email }))).toEqual(invalid);
      expect((await authorize(email)).status).toBe(401);
      expect(refusal(await ask('POST /Users', person({ userName: email })))).toEqual([400, 'invalidValue']);
      const { id } = await create();
      const changed = await ask(`PATCH /Users/${id}`, patch({ op: 'replace', path: 'userName', value: email }));
      expect(refusal(changed)).toEqual([400, 'invalidValue']);
    },
  );
});

describe('An e-mail in other letters', () => {
  const twins = [
    ['nora@mu\u0308nchen.example', 'nora@xn--mnchen-3ya.example'],
    ['rene\u0301@acme.example', 'ren\u00e9@ACME.example'],
    ['olga@xn--wgv71a.example', 'olga@日本.example'],
    ['vera@\uff41cme.example', 'vera@acme.example'],
  ] as const;

  it.each(twins)('%s is the same as %s', async (email, twin) => {
    expect((await make(email)).status).toBe(201);
    const again = await make(twin);
    expect([again.status, again.body.problems?.[0]?.code]).toEqual([409, 'email-taken']);
    const { acmeUser } = here.test.people;
    expect((await admin(`PUT /iam/v1/users/${acmeUser.id}`, { ...names, email: twin })).status).toBe(409);
    expect(refusal(await ask('POST /Users', person({ userName: twin })))).toEqual([409, 'uniqueness']);
    const found = await ask(`GET /Users?filter=${encodeURIComponent(`userName eq "${twin}"`)}`);
    expect((found.body as unknown as { totalResults: number }).totalResults).toBe(1);
    const { db, installation } = here.test.services;
    const factors = await resetFactorsOf(db, serverCaller(installation), twin, 'test');
    expect(factors).toBe(0);
  });

  it('signs in however it is typed, and as it was stored before', async () => {
    const [hash] = [await here.test.services.passwords.hash(testPassword)];
    const set = (where: string, changes: object) =>
      inTransaction(here.test.services.db, 'every account', (tx) =>
        tx
          .updateTable('users')
          .set({ 'password-hash': hash, status: 'Active', ...changes })
          .where('email', '=', where)
          .execute(),
      );
    await make('ute@münchen.example');
    await set('ute@münchen.example', {});
    expect((await authorize('Ute@xn--mnchen-3ya.example')).status).toBe(200);
    expect((await authorize('ute@MU\u0308NCHEN.example')).status).toBe(200);
    await make('old@acme.example');
    await set('old@acme.example', { email: 'ol\u200bd@xn--mnchen-3ya.example' });
    expect((await authorize('ol\u200bd@xn--mnchen-3ya.example')).status).toBe(200);
  });
});

describe('A password', () => {
  const typed = 'Cafe\u0301 correct horse';
  const hashNow = async () =>
    inTransaction(here.test.services.db, 'every account', (tx) =>
      tx
        .selectFrom('users')
        .select('password-hash')
        .where('id', '=', here.test.people.birchUser.id)
        .executeTakeFirstOrThrow(),
    );
  beforeAll(async () => {
    await inTransaction(here.test.services.db, 'every account', (tx) =>
      tx
        .updateTable('users')
        .set({ 'password-hash': hashTyped(typed) })
        .where('id', '=', here.test.people.birchUser.id)
        .execute(),
    );
  });

  it('that was set before passwords were normalized is tried as typed, and hashed anew', async () => {
    const { email } = here.test.people.birchUser;
    const before = await hashNow();
    expect((await authorize(email, typed.normalize('NFC'))).status).toBe(401);
    expect(await hashNow()).toEqual(before);
    expect((await authorize(email, typed)).status).toBe(200);
    expect(await hashNow()).not.toEqual(before);
    expect((await authorize(email, typed.normalize('NFC'))).status).toBe(200);
    expect((await authorize(email, typed)).status).toBe(200);
  });
});
