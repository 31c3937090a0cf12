import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { AuthenticationError, createKeyhold, memoryStore } from '@keyhold/sdk';
import { describe, expect, it, vi } from 'vitest';
import { soon } from '../../../../../test/soon.ts';
import { testPassword } from '../../../test/app.ts';
import { answerCodes, decide, openSdkTest } from '../../../test/licensing/sdk-sign-in.ts';

const here = openSdkTest();
const { connect, allowing, sessions, hold } = here;

describe('sign-in with a password', () => {
  it('is not stopped in the next run by what strangers tried meanwhile', async () => {
    await connect().signIn(here.ugo.email, testPassword);
    const guess = { username: here.ugo.email, password: 'a guess' };
    for (let each = 0; each < 10; each += 1) await here.test.as(null, 'POST /auth/v1/authorize', guess);
    const stranger = connect({ store: memoryStore() });
    await expect(stranger.signIn(here.ugo.email, testPassword)).rejects.toMatchObject({
      retryAfterMs: expect.any(Number),
    });
    await connect().signIn(here.ugo.email, testPassword);
  });
});

describe('sign-in by the browser', () => {
  it('lasts into the next run, with a license in use, until the user signs out', async () => {
    const keyhold = connect();
    expect(await keyhold.restore()).toBe(false);
    await keyhold.signIn({ open: allowing(), deviceName: 'Prepress 3' });
    expect(keyhold.user()).toBe(here.ugo.rn);
    expect(await sessions()).toContainEqual(
      expect.objectContaining({ application: { id: 'studio-desktop', name: 'Studio' }, device: 'Prepress 3' }),
    );
    const lease = await hold(keyhold);
    expect(lease.entitled).toBe(true);

    const next = connect();
    expect(await next.restore()).toBe(true);
    expect(next.user()).toBe(here.ugo.rn);
    const released = vi.fn();
    lease.on('released', released);
    await next.signOut();
    await vi.waitFor(
      () => expect(released).toHaveBeenCalledWith(expect.objectContaining({ reason: 'session-ended' })),
      soon,
    );
    expect(() => next.user()).toThrow(AuthenticationError);
    expect(await connect().restore()).toBe(false);
    expect(await sessions()).not.toContainEqual(expect.objectContaining({ device: 'Prepress 3' }));
  });

  it('ends the session if the store cannot keep it', async () => {
    const full = { get: () => null, set: () => Promise.reject(new Error('The disk is full.')) };
    const keyhold = connect({ store: full });
    await expect(keyhold.signIn({ open: allowing(), deviceName: 'Full' })).rejects.toThrow('The disk is full.');
    expect(() => keyhold.user()).toThrow(AuthenticationError);
    expect(await sessions()).not.toContainEqual(expect.objectContaining({ device: 'Full' }));
  });

  it('shows a page that can be closed, loads nothing, and is the last that the listener serves', async () => {
    let redirect = new URL(here.url);
    let page: Response | undefined;
    await connect().signIn({
      async open(address) {
        redirect = await decide(here.test, here.ugo, address, true);
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
  ])('rejects a response %s', async (_answer, spoil, code) => {
    const keyhold = connect();
    let page: Response | undefined;
    const signedIn = keyhold.signIn({
      async open(address) {
        const answer = await decide(here.test, here.ugo, address, true);
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

  it('reports a denial to the application', async () => {
    const signedIn = connect().signIn({
      open: async (address) => void (await fetch(await decide(here.test, here.ugo, address, false))),
    });
    await expect(signedIn).rejects.toMatchObject({ name: 'SignInError', code: 'denied' });
  });

  it('ignores requests that are not the response, and a second response', async () => {
    const keyhold = connect();
    const statuses: number[] = [];
    const ask = async (address: URL, init?: RequestInit) => statuses.push((await fetch(address, init)).status);
    await keyhold.signIn({
      async open(address) {
        const answer = await decide(here.test, here.ugo, address, true);
        await ask(new URL('/favicon.ico', answer));
        await ask(new URL(`/${answer.search}`, answer));
        await ask(answer, { method: 'POST' });
        const localhost = new URL(answer);
        localhost.hostname = 'localhost';
        await ask(localhost);
        await Promise.all([ask(answer), ask(answer)]);
      },
    });
    expect(keyhold.user()).toBe(here.ugo.rn);
    await vi.waitFor(() => expect(statuses).toHaveLength(6), soon);
    expect(statuses.slice(0, 4)).toEqual([404, 404, 404, 404]);
    expect(statuses.slice(4).toSorted()).toEqual([200, 404]);
  });

  it('ends on abort, on timeout, and when the browser cannot be opened', async () => {
    const stop = new AbortController();
    let redirect = new URL(here.url);
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

  it('reports an unreachable server, another issuer, and a missing or unknown application', async () => {
    const open = () => undefined;
    await expect(connect({ baseUrl: 'http://127.0.0.1:9' }).signIn({ open })).rejects.toMatchObject({
      code: 'unreachable',
    });
    const other = here.url.replace('127.0.0.1', 'localhost');
    await expect(connect({ baseUrl: other }).signIn({ open })).rejects.toThrow(`calls itself ${here.url}`);
    const nameless = createKeyhold({ baseUrl: here.url });
    await expect(nameless.signIn({ open })).rejects.toMatchObject({ code: 'no-application' });
    const unknown = connect({ application: 'nobody' }).signInByCode({ show: open });
    await expect(unknown).rejects.toMatchObject({ code: 'authentication', message: 'There is no such application.' });
  });
});

describe('sign-in by a code', () => {
  it('works on another device', async () => {
    const keyhold = connect();
    const show = vi.fn(answerCodes(here.test, here.ugo, true));
    await keyhold.signInByCode({ show, deviceName: 'Rack 7' });
    expect(keyhold.user()).toBe(here.ugo.rn);
    expect(show).toHaveBeenCalledWith({
      userCode: expect.stringMatching(/^[A-Z]{4}-[A-Z]{4}$/),
      verificationUri: `${here.url}/device`,
      verificationUriComplete: expect.stringContaining(`${here.url}/device?code=`),
      expiresAt: expect.any(Date),
    });
    expect(await sessions()).toContainEqual(expect.objectContaining({ device: 'Rack 7' }));
    expect((await hold(keyhold)).entitled).toBe(true);
    await keyhold.signOut();
  });

  it('ends on a denial, on abort, and when the code cannot be shown', async () => {
    const denied = connect().signInByCode({ show: answerCodes(here.test, here.ugo, false) });
    await expect(denied).rejects.toMatchObject({ name: 'SignInError', code: 'denied' });
    const stop = new AbortController();
    const ended = connect().signInByCode({ show: () => stop.abort(), signal: stop.signal });
    await expect(ended).rejects.toMatchObject({ name: 'SignInError', code: 'aborted' });
    const failing = connect().signInByCode({ show: () => Promise.reject(new Error('There is no screen.')) });
    await expect(failing).rejects.toThrow('There is no screen.');
  });
});

it('the store is accessible to its owner only', async () => {
  await connect().signIn({ open: allowing() });
  const kept = join(here.folder, 'store');
  const modeOf = async (path: string) => (await stat(path)).mode & 0o777;
  expect(await modeOf(kept)).toBe(0o700);
  const files = await readdir(kept);
  expect(files).toHaveLength(1);
  for (const file of files) expect(await modeOf(join(kept, file))).toBe(0o600);
});
