import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  AuthenticationError,
  createKeyhold,
  fileStore,
  type KeyholdOptions,
  type Lease,
  UnreachableError,
} from '@keyhold/sdk';
import { decodeJwt } from 'jose';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { soon } from '../../../../../test/soon.ts';
import { createTestApp, type Person, type TestApp } from '../../../test/app.ts';
import { consumeBody, createLicense, createProduct, everyone, openAccount } from '../../../test/leases.ts';
import { registerApplication } from '../../../test/oauth.ts';
import { answerCodes, browserOf, decide, listenPublicly } from '../../../test/sdk-sign-in.ts';
import { inTransaction } from '../../db/database.ts';

let test: TestApp;
let url: string;
let product: string;
let ugo: Person;
let folder: string;
let leases: Lease[];
beforeAll(async () => {
  test = await createTestApp();
  product = await createProduct(test);
  await registerApplication(test, product, 'studio-desktop');
  url = await listenPublicly(test);
});
afterAll(() => {
  test.services.streams.close();
  return test.close();
});
beforeEach(async () => {
  const opened = await openAccount(test);
  ugo = opened.ugo;
  await createLicense(test, opened.account, everyone);
  leases = [];
  folder = await mkdtemp(join(tmpdir(), 'keyhold-sign-in-'));
});
afterEach(async () => {
  for (const lease of leases) await lease.release().catch(() => undefined);
  await rm(folder, { recursive: true });
});

const connect = (options: Partial<KeyholdOptions> = {}) =>
  createKeyhold({ baseUrl: url, application: 'studio-desktop', store: fileStore(join(folder, 'store')), ...options });
const allowing = () => browserOf(test, ugo);
const sidOf = (token: string) => decodeJwt(token)['sid'];
const sessions = async () => (await test.as(ugo, `GET /iam/v1/users/${ugo.id}/sessions`)).body.items;

async function hold(keyhold = connect()): Promise<Lease> {
  const { 'stream-id': _, ...request } = consumeBody(product);
  const lease = await keyhold.consume(request);
  leases.push(lease);
  return lease;
}

/** Counts the requests of an application to its server, and lets the test spoil one. */
function counting(spoil: (path: string, reply: () => Promise<Response>) => Promise<Response>) {
  const paths: string[] = [];
  const send: typeof fetch = (address, init) => {
    const { pathname } = new URL(String(address));
    paths.push(pathname);
    return spoil(pathname, () => fetch(address, init));
  };
  return { paths, fetch: send };
}

describe('by the browser', () => {
  it('a user signs in, uses a license, and goes on in the next run until they sign out', async () => {
    const keyhold = connect();
    expect(await keyhold.restore()).toBe(false);
    await keyhold.signIn({ open: allowing(), deviceName: 'Prepress 3' });
    expect(keyhold.user()).toBe(ugo.rn);
    expect(await sessions()).toContainEqual(
      expect.objectContaining({ application: { id: 'studio-desktop', name: 'Studio' }, device: 'Prepress 3' }),
    );
    expect((await hold(keyhold)).entitled).toBe(true);

    const next = connect();
    expect(await next.restore()).toBe(true);
    expect(next.user()).toBe(ugo.rn);
    const released = vi.fn();
    leases[0]?.on('released', released);
    await next.signOut();
    await vi.waitFor(
      () => expect(released).toHaveBeenCalledWith(expect.objectContaining({ reason: 'session-ended' })),
      soon,
    );
    expect(() => next.user()).toThrow(AuthenticationError);
    expect(await connect().restore()).toBe(false);
    expect(await sessions()).not.toContainEqual(expect.objectContaining({ device: 'Prepress 3' }));
  });

  it('the window says that it can be closed, loads nothing, and is the last that the listener shows', async () => {
    let redirect = new URL(url);
    let page: Response | undefined;
    await connect().signIn({
      async open(address) {
        redirect = await decide(test, ugo, address, true);
        page = await fetch(redirect);
      },
    });
    await vi.waitFor(() => expect(page).toBeDefined(), soon);
    expect(await page?.text()).toContain('You can close this window.');
    expect(page?.headers.get('content-security-policy')).toMatch(/^default-src 'none'/);
    await expect(fetch(redirect)).rejects.toThrow(TypeError);
  });

  it.each<[string, (answer: URL) => void, string]>([
    ['of another sign-in', (answer) => answer.searchParams.set('state', 'another'), 'wrong-state'],
    ['without a state', (answer) => answer.searchParams.delete('state'), 'wrong-state'],
    ['of another server', (answer) => answer.searchParams.set('iss', 'https://evil.example'), 'wrong-issuer'],
    ['without an issuer', (answer) => answer.searchParams.delete('iss'), 'wrong-issuer'],
    ['with a made-up code', (answer) => answer.searchParams.set('code', 'made-up'), 'authentication'],
    ['with two codes', (answer) => answer.searchParams.append('code', 'another'), 'invalid-reply'],
    ['without a code', (answer) => answer.searchParams.delete('code'), 'invalid-reply'],
    [
      'of a server that is busy',
      (answer) => answer.searchParams.set('error', 'temporarily_unavailable'),
      'unreachable',
    ],
  ])('an answer %s signs nobody in', async (_answer, spoil, code) => {
    const keyhold = connect();
    let page: Response | undefined;
    const signedIn = keyhold.signIn({
      async open(address) {
        const answer = await decide(test, ugo, address, true);
        spoil(answer);
        page = await fetch(answer);
      },
    });
    await expect(signedIn).rejects.toMatchObject({ code });
    await vi.waitFor(() => expect(page?.status).toBe(400), soon);
    expect(await page?.text()).toContain('You are not signed in');
    expect(() => keyhold.user()).toThrow(AuthenticationError);
    expect(await connect().restore()).toBe(false);
  });

  it('whoever denies is not signed in, and the application hears it', async () => {
    const signedIn = connect().signIn({
      open: async (address) => void (await fetch(await decide(test, ugo, address, false))),
    });
    await expect(signedIn).rejects.toMatchObject({ name: 'SignInError', code: 'denied' });
  });

  it('requests that are no answer change nothing, and neither does a second answer', async () => {
    const keyhold = connect();
    const statuses: number[] = [];
    const ask = async (address: URL, init?: RequestInit) => statuses.push((await fetch(address, init)).status);
    await keyhold.signIn({
      async open(address) {
        const answer = await decide(test, ugo, address, true);
        await ask(new URL('/favicon.ico', answer));
        await ask(new URL(`/${answer.search}`, answer));
        await ask(answer, { method: 'POST' });
        const localhost = new URL(answer);
        localhost.hostname = 'localhost';
        await ask(localhost);
        await Promise.all([ask(answer), ask(answer)]);
      },
    });
    expect(keyhold.user()).toBe(ugo.rn);
    await vi.waitFor(() => expect(statuses).toHaveLength(6), soon);
    expect(statuses.slice(0, 4)).toEqual([404, 404, 404, 404]);
    expect(statuses.slice(4).toSorted()).toEqual([200, 404]);
  });

  it('the application ends it, its time ends it, and a browser that cannot be opened does', async () => {
    const stop = new AbortController();
    let redirect = new URL(url);
    const note = (address: string) => {
      redirect = new URL(new URL(address).searchParams.get('redirect_uri') ?? '');
    };
    const ended = connect().signIn({
      signal: stop.signal,
      open(address) {
        note(address);
        stop.abort();
      },
    });
    await expect(ended).rejects.toMatchObject({ name: 'SignInError', code: 'aborted' });
    await expect(fetch(redirect)).rejects.toThrow(TypeError);
    await expect(connect().signIn({ open: note, signal: stop.signal })).rejects.toMatchObject({ code: 'aborted' });
    await expect(connect().signIn({ open: note, timeoutMs: 20 })).rejects.toMatchObject({ code: 'expired' });
    await expect(fetch(redirect)).rejects.toThrow(TypeError);
    const failing = connect().signIn({ open: () => Promise.reject(new Error('There is no browser.')) });
    await expect(failing).rejects.toThrow('There is no browser.');
  });

  it('a server that is none, calls itself otherwise, or does not know the application is a sentence', async () => {
    const open = () => undefined;
    await expect(connect({ baseUrl: 'http://127.0.0.1:9' }).signIn({ open })).rejects.toMatchObject({
      code: 'unreachable',
    });
    const other = url.replace('127.0.0.1', 'localhost');
    await expect(connect({ baseUrl: other }).signIn({ open })).rejects.toThrow(`calls itself ${url}`);
    const nameless = createKeyhold({ baseUrl: url });
    await expect(nameless.signIn({ open })).rejects.toMatchObject({ code: 'no-application' });
    const unknown = connect({ application: 'nobody' }).signInByCode({ show: open });
    await expect(unknown).rejects.toMatchObject({ code: 'authentication', message: 'There is no such application.' });
  });
});

describe('by a code', () => {
  it('a user signs in on another device', async () => {
    const keyhold = connect();
    const show = vi.fn(answerCodes(test, ugo, true));
    await keyhold.signInByCode({ show, deviceName: 'Rack 7' });
    expect(keyhold.user()).toBe(ugo.rn);
    expect(show).toHaveBeenCalledWith({
      userCode: expect.stringMatching(/^[A-Z]{4}-[A-Z]{4}$/),
      verificationUri: `${url}/device`,
      verificationUriComplete: expect.stringContaining(`${url}/device?code=`),
      expiresAt: expect.any(Date),
    });
    expect(await sessions()).toContainEqual(expect.objectContaining({ device: 'Rack 7' }));
    expect((await hold(keyhold)).entitled).toBe(true);
    await keyhold.signOut();
  });

  it('whoever denies, and an application that has waited enough, sign nobody in', async () => {
    const denied = connect().signInByCode({ show: answerCodes(test, ugo, false) });
    await expect(denied).rejects.toMatchObject({ name: 'SignInError', code: 'denied' });
    const stop = new AbortController();
    const ended = connect().signInByCode({ show: () => stop.abort(), signal: stop.signal });
    await expect(ended).rejects.toMatchObject({ name: 'SignInError', code: 'aborted' });
    const failing = connect().signInByCode({ show: () => Promise.reject(new Error('There is no screen.')) });
    await expect(failing).rejects.toThrow('There is no screen.');
  });
});

describe('renewal', () => {
  /** An application whose access token the server refuses. */
  async function signedInBefore() {
    const keyhold = connect();
    await keyhold.signIn({ open: allowing() });
    return keyhold;
  }

  it('keeps session, lease and stream, and is asked for once by requests that need it together', async () => {
    const { paths, fetch: counted } = counting(async (path, reply) =>
      path.endsWith('/consumable') && !paths.includes('/oauth/token') ? new Response('{}', { status: 401 }) : reply(),
    );
    const before = await signedInBefore();
    const sid = sidOf(await before.accessToken());
    const lease = await hold(before);
    const keyhold = connect({ fetch: counted });
    await keyhold.restore();
    await Promise.all([keyhold.consumable(), keyhold.consumable(), keyhold.consumable()]);
    expect(paths.filter((path) => path === '/oauth/token')).toHaveLength(1);
    expect(sidOf(await keyhold.accessToken())).toBe(sid);
    expect(lease.entitled).toBe(true);
  });

  it('by two runs that share the store at once leaves both signed in, whatever comes after', async () => {
    await signedInBefore();
    const refusing = () => {
      let refused = 0;
      return counting(async (path, reply) =>
        path.endsWith('/consumable') && ++refused % 2 === 1 ? new Response('{}', { status: 401 }) : reply(),
      );
    };
    const wires = [refusing(), refusing()];
    const runs = wires.map(({ fetch: wire }) => connect({ fetch: wire }));
    for (const run of runs) await run.restore();
    for (const _round of [1, 2, 3]) await Promise.all(runs.map((run) => run.consumable()));
    expect(new Set(await Promise.all(runs.map(async (run) => sidOf(await run.accessToken())))).size).toBe(1);
    // The second run takes what the first has got.
    for (const run of runs) await run.consumable();
    expect(await connect().restore()).toBe(true);
  });

  it('whose reply is lost is repeated with the same token, and goes on', async () => {
    await signedInBefore();
    const { paths, fetch: wire } = counting(async (path, reply) => {
      if (path.endsWith('/consumable') && !paths.includes('/oauth/token')) return new Response('{}', { status: 401 });
      const answer = await reply();
      if (path === '/oauth/token' && paths.filter((one) => one === path).length === 1)
        throw new TypeError('The wire broke.');
      return answer;
    });
    const keyhold = connect({ fetch: wire });
    await keyhold.restore();
    await keyhold.consumable();
    expect(paths.filter((path) => path === '/oauth/token')).toHaveLength(2);
    expect(await connect().restore()).toBe(true);
  });

  it('that does not reach the server signs nobody out, and is tried again with the next request', async () => {
    const before = await signedInBefore();
    const lease = await hold(before);
    let away = true;
    const { fetch: wire } = counting(async (path, reply) => {
      if (!away) return reply();
      if (path.endsWith('/consumable')) return new Response('{}', { status: 401 });
      throw new TypeError('The wire broke.');
    });
    const keyhold = connect({ fetch: wire });
    await keyhold.restore();
    await expect(keyhold.consumable()).rejects.toBeInstanceOf(UnreachableError);
    expect(keyhold.user()).toBe(ugo.rn);
    expect(await connect().restore()).toBe(true);
    away = false;
    expect(await keyhold.consumable()).toHaveLength(1);
    expect(lease.entitled).toBe(true);
  });

  it('after another has used the refresh token ends the session, the lease, and the sign-in', async () => {
    const keyhold = await signedInBefore();
    const lease = await hold(keyhold);
    const released = vi.fn();
    lease.on('released', released);
    const kept = await fileStore(join(folder, 'store')).get(`keyhold.sign-in.studio-desktop@${url}`);
    const thief = connect({ fetch: refuseOnce(), store: { get: () => kept, set: () => undefined } });
    await thief.restore();
    await thief.consumable();
    await inTransaction(test.services.db, 'every account', (tx) =>
      tx
        .updateTable('sessions')
        .set({ 'renewed-on': sql<Date>`now() - interval '11 seconds'` })
        .where('user-id', '=', ugo.id)
        .execute(),
    );
    const used = connect({ fetch: refuseOnce() });
    await used.restore();
    await expect(used.consumable()).rejects.toBeInstanceOf(AuthenticationError);
    await vi.waitFor(
      () => expect(released).toHaveBeenCalledWith(expect.objectContaining({ reason: 'session-ended' })),
      soon,
    );
    await lease.ended;
    expect(() => used.user()).toThrow(AuthenticationError);
    await vi.waitFor(() => expect(() => keyhold.user()).toThrow(AuthenticationError), soon);
    expect(await connect().restore()).toBe(false);
  });

  function refuseOnce(): typeof fetch {
    let refused = false;
    return counting(async (path, reply) => {
      if (refused || !path.endsWith('/consumable')) return reply();
      refused = true;
      return new Response('{}', { status: 401 });
    }).fetch;
  }
});

describe('a session that is ended elsewhere', () => {
  it('releases the lease, and signs the application out', async () => {
    const keyhold = connect();
    await keyhold.signIn({ open: allowing(), deviceName: 'Prepress 3' });
    const lease = await hold(keyhold);
    const released = vi.fn();
    lease.on('released', released);
    const [mine] = (await sessions()).filter((session) => session['device'] === 'Prepress 3');
    expect((await test.as(ugo, `DELETE /iam/v1/users/${ugo.id}/sessions/${mine?.id}`)).status).toBe(200);
    await lease.ended;
    expect(released).toHaveBeenCalledWith(
      expect.objectContaining({ reason: 'session-ended', message: 'You were signed out.' }),
    );
    await vi.waitFor(() => expect(() => keyhold.user()).toThrow(AuthenticationError), soon);
    expect(await connect().restore()).toBe(false);
  });
});

it('the store is its owner’s alone', async () => {
  await connect().signIn({ open: allowing() });
  const kept = join(folder, 'store');
  const modeOf = async (path: string) => (await stat(path)).mode & 0o777;
  expect(await modeOf(kept)).toBe(0o700);
  const files = await readdir(kept);
  expect(files).toHaveLength(1);
  for (const file of files) expect(await modeOf(join(kept, file))).toBe(0o600);
});
