import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type Person, type TestApp, testPassword } from '../../../test/app.ts';
import { addApp, addPasskeyTo, factorReply, forgetAttempts } from '../../../test/sign-in/factors.ts';
import { inTransaction } from '../../db/database.ts';
import { purge } from '../../jobs/purge.ts';
import { markLimit } from '../sessions/begin-session.ts';
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
  person = await test.createPerson(test.accounts.acme, `Mia${count}`, null);
  await forgetAttempts(test);
});

interface From {
  readonly cookie?: string;
  readonly address?: string;
}

/** Sends a call as a browser with a cookie at an address; an address where nobody has signed in, unless it is named. */
async function send(url: string, body: object, { cookie, address = '203.0.113.7' }: From = {}) {
  const headers = { 'content-type': 'application/json', ...(cookie ? { cookie } : {}) };
  const reply = await test.app.inject({ method: 'POST', url, headers, payload: body, remoteAddress: address });
  const [given = ''] = [reply.headers['set-cookie'] ?? ''].flat();
  return { status: reply.statusCode, body: reply.json(), setCookie: given, mark: given.split(';')[0] ?? '' };
}

const signIn = (password = testPassword, from?: From, email = person.email) =>
  send('/auth/v1/authorize', { username: email, password }, from);

/** Uses up the count of a user's e-mail, as strangers may. */
async function strangersGuess(address = '198.51.100.1'): Promise<void> {
  for (let each = 0; each < 10; each += 1) expect((await signIn('a guess', { address })).status).toBe(401);
  expect((await signIn('a guess', { address })).status).toBe(429);
}

/** Uses up the count of an address, as strangers may. */
async function useUp(address: string): Promise<void> {
  await signIn('a guess', { address }, 'nobody@nowhere.example');
  await everywhere(sql`update attempts set failures = 99 where subject like 'address:%'`);
  expect((await signIn('a guess', { address }, 'somebody@nowhere.example')).status).toBe(401);
  expect((await signIn('a guess', { address }, 'anybody@nowhere.example')).status).toBe(429);
}

const everywhere = (statement: ReturnType<typeof sql>) =>
  inTransaction(test.services.db, 'every account', (tx) => statement.execute(tx));

describe('a device mark', () => {
  it('is a random cookie that scripts cannot read, and is stored only as a hash', async () => {
    const { setCookie, mark } = await signIn();
    expect(setCookie).toMatch(/^keyhold-device=[\w-]{43}; Path=\/; Max-Age=34560000; HttpOnly; SameSite=Strict$/);
    expect((await signIn()).mark).not.toBe(mark);
    expect((await signIn(testPassword, { cookie: mark })).mark).toBe(mark);
    const { rows } = await everywhere(sql`select encode(hash, 'escape') as hash from "device-marks"`);
    expect(JSON.stringify(rows)).not.toContain(mark.split('=')[1]);
  });

  it('is a __Host- cookie over https', async () => {
    const secure = await createTestApp({ environment: { KEYHOLD_PUBLIC_URL: 'https://licenses.example' } });
    const payload = { username: secure.people.acmeUser.email, password: testPassword };
    const headers = { 'content-type': 'application/json' };
    const reply = await secure.app.inject({ method: 'POST', url: '/auth/v1/authorize', headers, payload });
    expect(reply.headers['set-cookie']).toMatch(
      /^__Host-keyhold-device=[\w-]{43}; Path=\/; Max-Age=34560000; HttpOnly; SameSite=Strict; Secure$/,
    );
    await secure.close();
  });

  it('is not left by a failed sign-in, and one that was not issued here is replaced', async () => {
    expect((await signIn('a guess')).setCookie).toBe('');
    const made = `keyhold-device=${'a'.repeat(43)}`;
    const { mark } = await signIn(testPassword, { cookie: made });
    expect(mark).toMatch(/^keyhold-device=[\w-]{43}$/);
    expect(mark).not.toBe(made);
  });

  it('lets its user sign in whatever strangers did to the e-mail and the address, and nobody else', async () => {
    const { mark } = await signIn();
    const other = await test.createPerson(test.accounts.acme, `Moa${count}`, null);
    await strangersGuess();
    await useUp('203.0.113.7');
    await everywhere(sql`delete from "known-addresses"`);
    expect((await signIn()).status).toBe(429);
    expect((await signIn(testPassword, { cookie: mark })).status).toBe(200);
    expect((await signIn(testPassword, { cookie: mark }, other.email)).status).toBe(429);
    expect((await signIn()).status).toBe(429);
  });

  it('has a count of its own', async () => {
    const { mark } = await signIn();
    for (let each = 0; each < 10; each += 1) expect((await signIn('a typo', { cookie: mark })).status).toBe(401);
    expect((await signIn(testPassword, { cookie: mark })).status).toBe(429);
    expect((await signIn()).status).toBe(200);
  });

  it('may be shared by several users of one browser', async () => {
    const other = await test.createPerson(test.accounts.birch, `Bob${count}`, null);
    const { mark } = await signIn();
    expect((await signIn(testPassword, { cookie: mark }, other.email)).mark).toBe(mark);
    await strangersGuess();
    expect((await signIn(testPassword, { cookie: mark })).status).toBe(200);
  });

  it.each(['change', 'reset'])('ends with a %s of the password', async (how) => {
    const { mark, body } = await signIn();
    const newPassword = 'a wholly different one';
    if (how === 'change') {
      const change = { 'current-password': testPassword, 'new-password': newPassword };
      const changed = await test.as(
        { ...person, token: body.token },
        `PUT /iam/v1/users/${person.id}/password`,
        change,
      );
      expect(changed.status).toBe(200);
    } else {
      const reset = await send('/auth/v1/activate', {
        'activation-key': await resetKey(),
        'new-password': newPassword,
      });
      expect(reset.status).toBe(200);
      expect(reset.mark).not.toBe(mark);
    }
    await strangersGuess();
    expect((await signIn(newPassword, { cookie: mark })).status).toBe(429);
  });

  it('is left by a passkey, a second factor and a reset', async () => {
    const app = await addApp(test, person);
    const { passkey } = await addPasskeyTo(test, person);
    const begun = factorReply(await send('/auth/v1/passkey/options', {}));
    const byPasskey = await send('/auth/v1/passkey', { id: begun.id, response: passkey.assert(begun.options) });
    const { challenge } = factorReply(await signIn());
    const code = { id: challenge?.id, method: 'authenticator', code: app.code() };
    const byCode = await send('/auth/v1/challenge', code);
    const marks = [byPasskey, byCode].map(({ status, mark }) => ({ status, mark }));
    await strangersGuess();
    for (const { status, mark } of marks) {
      expect(status).toBe(200);
      expect((await signIn(testPassword, { cookie: mark })).body).toHaveProperty('challenge');
    }
  });

  it('belongs to at most a hundred clients of a user, and those that keep it come first', async () => {
    const { mark } = await signIn();
    expect((await signIn(testPassword, { cookie: mark })).status).toBe(200);
    await everywhere(sql`
      insert into "device-marks" (hash, "user-id", "account-id")
      select sha256(n::text::bytea), ${person.id}, ${person.accountId} from generate_series(1, ${markLimit + 20}) as n`);
    expect((await signIn()).status).toBe(200);
    const { rows } = await everywhere(
      sql`select count(*)::int as count from "device-marks" where "user-id" = ${person.id}`,
    );
    expect(rows).toEqual([{ count: markLimit }]);
    await strangersGuess();
    expect((await signIn(testPassword, { cookie: mark })).status).toBe(200);
  });

  it('ends after 400 days, and is then purged, as is an address after 30 days', async () => {
    const { mark } = await signIn();
    await everywhere(sql`update "device-marks" set "expires-on" = "expires-on" - interval '400 days'`);
    await everywhere(sql`update "known-addresses" set "last-on" = "last-on" - interval '31 days'`);
    await strangersGuess();
    expect((await signIn(testPassword, { cookie: mark })).status).toBe(429);
    await purge(test.services.db, 30);
    const { rows } = await everywhere(sql`select hash from "device-marks" union select network from "known-addresses"`);
    expect(rows).toEqual([]);
  });
});

describe('the count of an address', () => {
  it('stops only e-mails that have not signed in from it within 30 days', async () => {
    const address = '203.0.113.50';
    expect((await signIn(testPassword, { address })).status).toBe(200);
    await useUp(address);
    expect((await signIn(testPassword, { address })).status).toBe(200);
    const stranger = await test.createPerson(test.accounts.acme, `Stranger${count}`, null);
    expect((await signIn(testPassword, { address }, stranger.email)).status).toBe(429);
    await everywhere(sql`update "known-addresses" set "last-on" = now() - interval '31 days'`);
    expect((await signIn(testPassword, { address })).status).toBe(429);
  });

  it('is not raised by attempts that the e-mail refuses', async () => {
    await strangersGuess();
    const failures = async () => {
      const { rows } = await everywhere(sql`select failures from attempts where subject like 'address:%'`);
      return rows;
    };
    const before = await failures();
    for (let each = 0; each < 20; each += 1) {
      expect((await signIn('a guess', { address: '198.51.100.1' })).status).toBe(429);
    }
    expect(await failures()).toEqual(before);
  });
});

describe('guesses of a password', () => {
  it('close neither the second step nor a reset in progress', async () => {
    const app = await addApp(test, person);
    const { challenge } = factorReply(await signIn());
    const key = await resetKey();
    await strangersGuess();
    await useUp('203.0.113.7');
    const code = { id: challenge?.id, method: 'authenticator', code: app.code() };
    expect((await send('/auth/v1/challenge', code)).status).toBe(200);
    const reset = await send('/auth/v1/activate', { 'activation-key': key, 'new-password': 'a wholly new one' });
    const second = factorReply(reset).challenge;
    await strangersGuess('198.51.100.2');
    const next = { id: second?.id, method: 'authenticator', code: app.code(1) };
    expect((await send('/auth/v1/challenge', next)).status).toBe(200);
  });

  it('do not stop a passkey of a user who has signed in from the address', async () => {
    const { passkey } = await addPasskeyTo(test, person);
    await everywhere(sql`update "known-addresses" set network = sha256('203.0.113.7') where "user-id" = ${person.id}`);
    await useUp('203.0.113.7');
    const begun = factorReply(await send('/auth/v1/passkey/options', {}));
    const response = passkey.assert(begun.options);
    expect((await send('/auth/v1/passkey', { id: begun.id, response })).status).toBe(200);
  });
});

function resetKey(): Promise<string> {
  return inTransaction(test.services.db, 'every account', (tx) =>
    issueActivationKey(tx, {
      userId: person.id,
      accountId: person.accountId,
      purpose: 'reset',
      validDays: 1,
      mailed: true,
      issuedBy: null,
    }),
  );
}
