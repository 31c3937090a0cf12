import { beforeEach, expect, test, vi } from 'vitest';
import { limits } from '../../../../test/soon.ts';
import { type FakeClock, fakeClock } from '../../test/fake-clock.ts';
import { AuthenticationError, InvalidReplyError, SignInError, UnreachableError } from '../replies/errors.ts';
import type { AuthorizationServer } from './authorization-server.ts';
import { signInByCode } from './sign-in-by-code.ts';

const tokens = { access: 'a', refresh: 'r', expiresOn: 0 };
let clock: FakeClock;
let polls: number[];
let begun: number;
beforeEach(() => {
  clock = fakeClock();
  polls = [];
  begun = clock.now();
});

type Reply = Awaited<ReturnType<AuthorizationServer['pollDevice']>> | Error;

/** Signs in while the clock advances by seconds; `replies` are the server's replies in order. */
async function signIn(replies: readonly Reply[], signal?: AbortSignal) {
  const server = {
    authorizeDevice: async () => ({
      deviceCode: 'code',
      userCode: 'BCDF-GHJK',
      verificationUri: 'https://x.example/device',
      verificationUriComplete: 'https://x.example/device?code=BCDF-GHJK',
      expiresInMs: 600_000,
      intervalMs: 5000,
    }),
    pollDevice: async () => {
      polls.push((clock.now() - begun) / 1000);
      const reply = replies[Math.min(polls.length, replies.length) - 1] ?? 'pending';
      if (reply instanceof Error) throw reply;
      return reply;
    },
  } as unknown as AuthorizationServer;
  let done = false;
  const signedIn = signInByCode(
    { server, clock },
    { show: () => undefined, ...(signal === undefined ? {} : { signal }) },
  ).finally(() => {
    done = true;
  });
  signedIn.catch(() => undefined);
  await vi.waitFor(
    async () => {
      await new Promise((resolve) => setTimeout(resolve, 0));
      if (!done) clock.advance(1000);
      expect(done).toBe(true);
    },
    { interval: 1, timeout: limits.wait },
  );
  return signedIn;
}

test('polls at the interval of the server, and five seconds later after each "slow down"', async () => {
  expect(await signIn(['pending', 'slow-down', 'pending', 'slow-down', tokens])).toBe(tokens);
  expect(polls).toEqual([5, 10, 20, 30, 45]);
});

test('polls an unreachable server less often, and not before the requested delay', async () => {
  const busy = new UnreachableError('Busy.', { retryAfterMs: 30_000 });
  expect(await signIn([new UnreachableError('Away.'), busy, tokens])).toBe(tokens);
  expect(polls).toEqual([5, 15, 45]);
});

test('the reply of a proxy does not end the sign-in', async () => {
  expect(await signIn([new InvalidReplyError('A page.'), tokens])).toBe(tokens);
  expect(polls).toEqual([5, 15]);
});

test('the sign-in expires with the code', async () => {
  await expect(signIn(['pending'])).rejects.toMatchObject({ name: 'SignInError', code: 'expired' });
  expect(Math.max(...polls)).toBeLessThanOrEqual(600);
  expect(clock.waiting()).toBe(0);
});

test.each([new SignInError('denied', 'Denied.'), new AuthenticationError('authentication', 'Used.', 400)])(
  'a refusal ends the sign-in: %s',
  async (refusal) => {
    await expect(signIn(['pending', refusal])).rejects.toBe(refusal);
    expect([polls, clock.waiting()]).toEqual([[5, 10], 0]);
  },
);

test('an abort by the application ends the sign-in and the polling', async () => {
  await expect(signIn(['pending'], AbortSignal.abort())).rejects.toMatchObject({ code: 'aborted' });
  expect([polls, clock.waiting()]).toEqual([[], 0]);
});
