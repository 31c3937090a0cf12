import fc from 'fast-check';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { soon } from '../../../test/soon.ts';
import { type FakeClock, fakeClock } from '../test/fake-clock.ts';
import { createSigner, type Signer } from '../test/signing.ts';
import type { AuthorizationServer } from './authorization-server.ts';
import { pause } from './clock.ts';
import { AuthenticationError, InvalidReplyError, UnreachableError } from './errors.ts';
import { type KeyholdStore, memoryStore } from './store.ts';
import { createTokenRenewal } from './token-renewal.ts';
import { type Tokens, writeTokens } from './tokens.ts';

const minute = 60_000;
let signer: Signer;
let clock: FakeClock;
let store: KeyholdStore;
let renew: ReturnType<typeof vi.fn<AuthorizationServer['renew']>>;
beforeAll(async () => {
  signer = await createSigner('key-1');
});
beforeEach(() => {
  clock = fakeClock();
  store = memoryStore();
  renew = vi.fn<AuthorizationServer['renew']>();
});

const open = (kept = store) =>
  createTokenRenewal({
    store: kept,
    name: 'tokens',
    clock,
    server: () => ({ find: async () => undefined, renew }) as unknown as AuthorizationServer,
  });

/** A pair that is good for an hour. */
async function pair(refresh: string, user = 'ada', left = 60 * minute): Promise<Tokens> {
  return { access: await signer.sessionToken(user), refresh, expiresOn: clock.wallTime() + left };
}

const lost = () => new UnreachableError('The wire broke.');
const ended = () => new AuthenticationError('authentication', 'This grant is not valid.', 400);

test('a renewal stores what it got', async () => {
  const [first, second] = [await pair('1'), await pair('2')];
  await open().keep(first);
  renew.mockResolvedValue(second);
  expect(await open().renew(first)).toBe(second);
  expect(renew).toHaveBeenCalledWith('1', expect.any(Number));
  expect(await open().restore()).toEqual(second);
});

test('what another process has renewed is used, and nothing is sent', async () => {
  const [first, second] = [await pair('1'), await pair('2')];
  const [here, there] = [open(), open()];
  await here.keep(first);
  await there.keep(second);
  expect(await here.renew(first)).toEqual(second);
  expect(renew).not.toHaveBeenCalled();
});

test('what another process has renewed, long ago, is renewed', async () => {
  const [first, second, third] = [await pair('1'), await pair('2', 'ada', 0), await pair('3')];
  await open().keep(second);
  renew.mockResolvedValue(third);
  expect(await open().renew(first)).toBe(third);
  expect(renew).toHaveBeenCalledWith('2', expect.any(Number));
});

test('another process that renewed while this one asked is believed, not the refusal', async () => {
  const [first, second] = [await pair('1'), await pair('2')];
  const here = open();
  await here.keep(first);
  renew.mockImplementation(async () => {
    await open().keep(second);
    throw ended();
  });
  expect(await here.renew(first)).toEqual(second);
});

test('who was signed out, or is somebody else, by another process is signed out here', async () => {
  const first = await pair('1');
  await expect(open().renew(first)).rejects.toBeInstanceOf(AuthenticationError);
  await open().keep(await pair('2', 'bea'));
  await expect(open().renew(first)).rejects.toThrow('Somebody else has signed in');
  expect((await open().restore())?.refresh).toBe('2');
  expect(renew).not.toHaveBeenCalled();
});

test('a session that has ended is forgotten', async () => {
  const first = await pair('1');
  await open().keep(first);
  renew.mockRejectedValue(ended());
  await expect(open().renew(first)).rejects.toBeInstanceOf(AuthenticationError);
  expect(await open().restore()).toBe(null);
});

test('a lost reply is asked for again with the same token, well within ten seconds; then the tokens stay', async () => {
  const first = await pair('1');
  await open().keep(first);
  renew.mockImplementation(async (_token, timeoutMs) => {
    clock.advance(timeoutMs);
    throw lost();
  });
  const begun = clock.now();
  const renewal = open().renew(first);
  const failed = expect(renewal).rejects.toBeInstanceOf(UnreachableError);
  await vi.waitFor(() => {
    clock.advance(100);
    expect(renew.mock.calls.length).toBeGreaterThan(1);
  }, soon);
  await failed;
  expect(renew.mock.calls.every(([token]) => token === '1')).toBe(true);
  expect(clock.now() - begun).toBeLessThan(10_000);
  expect(await open().restore()).toEqual(first);
});

test('a server that is busy, or answers nonsense, is left alone', async () => {
  const first = await pair('1');
  await open().keep(first);
  for (const error of [new UnreachableError('Busy.', { retryAfterMs: 1000 }), new InvalidReplyError('Nonsense.')]) {
    renew.mockRejectedValueOnce(error);
    await expect(open().renew(first)).rejects.toBe(error);
  }
  expect(renew).toHaveBeenCalledTimes(2);
});

test('a store that cannot be written costs neither the new tokens nor the next renewal', async () => {
  const [first, second, third] = [await pair('1'), await pair('2'), await pair('3')];
  await open().keep(first);
  const full = open({ get: store.get, set: () => Promise.reject(new Error('The disk is full.')) });
  renew.mockResolvedValueOnce(second).mockResolvedValueOnce(third);
  expect(await full.renew(first)).toBe(second);
  expect(await full.renew(second)).toBe(third);
  expect(renew.mock.calls.map(([token]) => token)).toEqual(['1', '2']);
});

test('a store that holds something else has nobody signed in', async () => {
  for (const text of ['{', JSON.stringify({ 'access-token': 'no token', 'refresh-token': '1', 'expires-on': 1 })]) {
    await store.set('tokens', text);
    expect(await open().restore()).toBe(null);
  }
});

/** A server that renews as Keyhold does, over a wire that takes its time and may lose replies. Times in milliseconds. */
function modelServer(clock: FakeClock, pairOf: (renewals: number) => Tokens) {
  let renewals = 0;
  let renewedAt = Number.NEGATIVE_INFINITY;
  const server = {
    ended: false,
    /** What each run's connection does: how long request and reply take, and whether the first reply is lost. */
    connect(wire: { readonly there: number; readonly back: number; readonly loses: boolean }) {
      let lose = wire.loses;
      return async (token: string, timeoutMs: number): Promise<Tokens> => {
        const { there, back } = wire;
        if (there >= timeoutMs) {
          await pause(clock, timeoutMs);
          throw lost();
        }
        await pause(clock, there);
        const reply = renewBy(Number(token));
        const isLost = lose || there + back >= timeoutMs;
        lose = false;
        await pause(clock, isLost ? timeoutMs - there : back);
        if (isLost) throw lost();
        return reply;
      };
    },
  };
  function renewBy(token: number): Tokens {
    const repeated = token === renewals - 1 && clock.now() - renewedAt < 10_000;
    if (server.ended || !(token === renewals || repeated)) {
      server.ended = true;
      throw ended();
    }
    if (!repeated) {
      renewals += 1;
      renewedAt = clock.now();
    }
    return pairOf(renewals);
  }
  return server;
}

test('runs that share a store never end the session, however they meet and whichever first reply each loses', async () => {
  const pairs = await Promise.all(Array.from({ length: 8 }, (_, index) => pair(String(index))));
  const pairOf = (renewals: number) => pairs[renewals] ?? expect.fail('It was renewed too often.');
  const wire = fc.record({
    begins: fc.integer({ min: 0, max: 12_000 }),
    there: fc.integer({ min: 0, max: 2050 }),
    back: fc.integer({ min: 0, max: 400 }),
    loses: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(wire, { minLength: 2, maxLength: 4 }), async (wires) => {
      const time = fakeClock();
      const shared = memoryStore();
      const server = modelServer(time, pairOf);
      const renewals = wires.map(({ begins, ...connection }) => {
        const renew = server.connect(connection);
        const renewal = createTokenRenewal({
          store: shared,
          name: 'tokens',
          clock: time,
          server: () => ({ find: async () => undefined, renew }) as unknown as AuthorizationServer,
        });
        return pause(time, begins).then(() => renewal.renew(pairOf(0)));
      });
      await shared.set('tokens', writeTokens(pairOf(0)));
      let running = true;
      const all = Promise.allSettled(renewals).finally(() => {
        running = false;
      });
      while (running) {
        time.advance(50);
        for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
      }
      expect(await all).toEqual(wires.map(() => expect.objectContaining({ status: 'fulfilled' })));
      expect(server.ended).toBe(false);
    }),
    { numRuns: 300 },
  );
});
