import { beforeAll, expect, test, vi } from 'vitest';
import { soon } from '../../../../test/soon.ts';
import { createSigner, type Signer } from '../../test/signing.ts';
import { AuthenticationError, UnreachableError } from '../replies/errors.ts';
import { createSession } from './session.ts';
import type { Tokens } from './tokens.ts';

const minute = 60_000;
let signer: Signer;
beforeAll(async () => {
  signer = await createSigner('key-1');
});

/** A session of an hour that starts now, on a clock that the test moves. */
async function open(reauthenticate?: () => Promise<string>) {
  let time = 0;
  const clock = { now: () => time, wallTime: () => Date.now() + time, random: () => 0.5 };
  const session = createSession({ clock, reauthenticate });
  session.set(await signer.sessionToken('ada'));
  return { session, pass: (milliseconds: number) => (time += milliseconds) };
}

/** Waits until pending promises have settled. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

test('a session is renewed once, after nine tenths of its lifetime', async () => {
  const next = await signer.sessionToken('ada');
  const ask = vi.fn(async () => next);
  const { session, pass } = await open(ask);
  pass(53 * minute);
  session.renewEarly();
  expect(ask).not.toHaveBeenCalled();
  pass(minute);
  expect(await session.freshToken()).toBe(session.token());
  expect(ask).not.toHaveBeenCalled();
  for (const _ of [1, 2, 3]) session.renewEarly();
  await vi.waitFor(() => expect(session.token()).toBe(next), soon);
  expect(ask).toHaveBeenCalledTimes(1);
  pass(53 * minute);
  session.renewEarly();
  expect(ask).toHaveBeenCalledTimes(1);
});

test('a renewal that did not reach the server is retried a minute later', async () => {
  const ask = vi.fn(async (): Promise<string> => {
    throw new UnreachableError('There is no answer.');
  });
  const { session, pass } = await open(ask);
  pass(54 * minute);
  session.renewEarly();
  await settled();
  pass(minute - 1);
  session.renewEarly();
  expect(ask).toHaveBeenCalledTimes(1);
  pass(1);
  session.renewEarly();
  expect(ask).toHaveBeenCalledTimes(2);
});

test('a user who declines to sign in again is not prompted a second time', async () => {
  const ask = vi.fn(async (): Promise<string> => {
    throw new AuthenticationError('authentication', 'Not now.', 401);
  });
  const { session, pass } = await open(ask);
  pass(54 * minute);
  session.renewEarly();
  await settled();
  pass(5 * minute);
  session.renewEarly();
  expect(ask).toHaveBeenCalledTimes(1);
});

test('without reauthenticate a session is not renewed', async () => {
  const { session, pass } = await open();
  pass(59 * minute);
  expect(() => session.renewEarly()).not.toThrow();
  expect(await session.renew(session.token())).toBe(null);
});

test('a session that ended is not renewed', async () => {
  const ask = vi.fn(async () => signer.sessionToken('ada'));
  const { session, pass } = await open(ask);
  session.end();
  pass(54 * minute);
  session.renewEarly();
  expect(ask).not.toHaveBeenCalled();
});

/** A session with renewable tokens that have the given minutes left of their hour. */
async function adopt(renew: (tokens: Tokens) => Promise<Tokens>, leftMinutes = 60) {
  let time = 0;
  const clock = { now: () => time, wallTime: () => 1_000_000 + time, random: () => 0.5 };
  const session = createSession({ clock, renewal: { renew } });
  const pair = async (refresh: string, left: number): Promise<Tokens> => ({
    access: await signer.sessionToken('ada'),
    refresh,
    expiresOn: clock.wallTime() + left * minute,
  });
  const first = await pair('1', leftMinutes);
  session.adopt(first);
  return { session, first, pair, pass: (milliseconds: number) => (time += milliseconds) };
}

test('renewable tokens are renewed early, according to their remaining time', async () => {
  const renew = vi.fn<(tokens: Tokens) => Promise<Tokens>>();
  const { session, first, pair, pass } = await adopt(renew, 10);
  const next = await pair('2', 60);
  renew.mockResolvedValue(next);
  pass(3 * minute);
  session.renewEarly();
  expect(renew).not.toHaveBeenCalled();
  pass(minute + 1);
  for (const _ of [1, 2, 3]) session.renewEarly();
  await vi.waitFor(() => expect(session.tokens()).toBe(next), soon);
  expect(renew.mock.calls).toEqual([[first]]);
  pass(49 * minute);
  session.renewEarly();
  expect(renew).toHaveBeenCalledTimes(1);
});

test('a wall clock that was set back does not delay the renewal beyond the lifetime of the token', async () => {
  const renew = vi.fn<(tokens: Tokens) => Promise<Tokens>>();
  const { session, pair, pass } = await adopt(renew, 600);
  renew.mockResolvedValue(await pair('2', 60));
  pass(54 * minute + 1);
  session.renewEarly();
  expect(renew).toHaveBeenCalledTimes(1);
});

test('freshToken renews an expired token first', async () => {
  const renew = vi.fn<(tokens: Tokens) => Promise<Tokens>>();
  const { session, first, pair, pass } = await adopt(renew);
  expect(await session.freshToken()).toBe(first.access);
  const next = await pair('2', 120);
  renew.mockResolvedValue(next);
  pass(61 * minute);
  expect(await Promise.all([session.freshToken(), session.freshToken()])).toEqual([next.access, next.access]);
  // Another request was refused the expired token, too.
  expect(await session.renew(first.access)).toBe(next.access);
  expect(renew).toHaveBeenCalledTimes(1);
});

test('renew signs the user out when the server ended the session, but not when the server is unreachable', async () => {
  const renew = vi.fn<(tokens: Tokens) => Promise<Tokens>>();
  const { session, first } = await adopt(renew);
  renew.mockRejectedValueOnce(new UnreachableError('There is no answer.'));
  await expect(session.renew(first.access)).rejects.toBeInstanceOf(UnreachableError);
  expect(session.token()).toBe(first.access);
  renew.mockRejectedValueOnce(new AuthenticationError('authentication', 'It has ended.', 400));
  expect(await session.renew(first.access)).toBe(null);
  expect(() => session.token()).toThrow(AuthenticationError);
});

test('doubt checks a refused token without prompting the user', async () => {
  const renew = vi.fn<(tokens: Tokens) => Promise<Tokens>>();
  const { session, first } = await adopt(renew);
  session.doubt('another');
  expect(renew).not.toHaveBeenCalled();
  renew.mockRejectedValue(new AuthenticationError('authentication', 'It has ended.', 400));
  session.doubt(first.access);
  await vi.waitFor(() => expect(session.current()).toBe(null), soon);
});

test('a sign-in during a renewal takes precedence', async () => {
  let answer: (tokens: Tokens) => void = () => undefined;
  const { session, first, pair } = await adopt(() => new Promise((resolve) => (answer = resolve)));
  const renewed = session.renew(first.access);
  const others = await pair('others', 60);
  session.adopt(others);
  answer(await pair('2', 60));
  expect(await renewed).toBe(others.access);
  expect(session.tokens()).toBe(others);
});

test('a sign-in during a refused renewal stays', async () => {
  let refuse: (error: Error) => void = () => undefined;
  const { session, first, pair } = await adopt(() => new Promise((_resolve, reject) => (refuse = reject)));
  const renewed = session.renew(first.access);
  const others = await pair('others', 60);
  session.adopt(others);
  refuse(new AuthenticationError('authentication', 'It has ended.', 400));
  await renewed;
  expect(session.tokens()).toBe(others);
});

test('reauthenticate is called only when the session ended', async () => {
  const renew = vi.fn<(tokens: Tokens) => Promise<Tokens>>();
  const clock = { now: () => 0, wallTime: () => 0, random: () => 0.5 };
  const access = await signer.sessionToken('ada');
  const again: Tokens = { access: await signer.sessionToken('ada'), refresh: '2', expiresOn: minute };
  const session = createSession({
    clock,
    renewal: { renew },
    reauthenticate: async () => {
      session.adopt(again);
      return again.access;
    },
  });
  session.adopt({ access, refresh: '1', expiresOn: minute });
  for (const unrelated of [new UnreachableError('There is no answer.'), new Error('The disk is full.')]) {
    renew.mockRejectedValueOnce(unrelated);
    await expect(session.renew(access)).rejects.toBe(unrelated);
    expect(session.token()).toBe(access);
  }
  renew.mockRejectedValueOnce(new AuthenticationError('authentication', 'It has ended.', 400));
  expect(await session.renew(access)).toBe(again.access);
  // The tokens of the new sign-in by the browser are renewable, too.
  expect(session.tokens()).toBe(again);
});
