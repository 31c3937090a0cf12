import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { soon } from '../../../../test/soon.ts';
import { type FakeClock, fakeClock } from '../../test/fake-clock.ts';
import { createSigner, type Signer } from '../../test/signing.ts';
import { fileStore } from '../device/file-store.ts';
import { AuthenticationError, InvalidReplyError, UnreachableError } from '../replies/errors.ts';
import { type KeyholdStore, memoryStore } from '../store/store.ts';
import { pause } from '../time/clock.ts';
import type { AuthorizationServer } from './authorization-server.ts';
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

/** A pair that is valid for an hour by default. */
async function pair(refresh: string, user = 'ada', left = 60 * minute): Promise<Tokens> {
  return { access: await signer.sessionToken(user), refresh, expiresOn: clock.wallTime() + left };
}

const lost = () => new UnreachableError('The wire broke.');
const ended = () => new AuthenticationError('authentication', 'This grant is not valid.', 400);

test('a renewal stores the new tokens', async () => {
  const [first, second] = [await pair('1'), await pair('2')];
  await open().keep(first);
  renew.mockResolvedValue(second);
  expect(await open().renew(first)).toBe(second);
  expect(renew).toHaveBeenCalledWith('1', expect.any(Number));
  expect(await open().restore()).toEqual(second);
});

test('processes that share a folder renew one after the other: one request for all', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'keyhold-renewal-'));
  const [first, second] = [await pair('1'), await pair('2')];
  const processes = Array.from({ length: 5 }, () => open(fileStore(folder)));
  await processes[0]?.keep(first);
  // A second request after its reply was used would end the session: the server takes the token for stolen.
  renew.mockImplementation(async () => {
    await new Promise((resolve) => setImmediate(resolve));
    return second;
  });
  expect(await Promise.all(processes.map((one) => one.renew(first)))).toEqual(processes.map(() => second));
  expect(renew).toHaveBeenCalledTimes(1);
  await rm(folder, { recursive: true });
});

test('tokens that another process renewed are used without a request', async () => {
  const [first, second] = [await pair('1'), await pair('2')];
  const [here, there] = [open(), open()];
  await here.keep(first);
  await there.keep(second);
  expect(await here.renew(first)).toEqual(second);
  expect(renew).not.toHaveBeenCalled();
});

test('tokens that another process renewed, but that expired, are renewed', async () => {
  const [first, second, third] = [await pair('1'), await pair('2', 'ada', 0), await pair('3')];
  await open().keep(second);
  renew.mockResolvedValue(third);
  expect(await open().renew(first)).toBe(third);
  expect(renew).toHaveBeenCalledWith('2', expect.any(Number));
});

test('a refusal is ignored when another process renewed the tokens meanwhile', async () => {
  const [first, second] = [await pair('1'), await pair('2')];
  const here = open();
  await here.keep(first);
  renew.mockImplementation(async () => {
    await open().keep(second);
    throw ended();
  });
  expect(await here.renew(first)).toEqual(second);
});

test('a sign-out, or a sign-in of another user, by another process signs the user out', async () => {
  const first = await pair('1');
  await expect(open().renew(first)).rejects.toBeInstanceOf(AuthenticationError);
  await open().keep(await pair('2', 'bea'));
  await expect(open().renew(first)).rejects.toThrow('Somebody else has signed in');
  expect((await open().restore())?.refresh).toBe('2');
  expect(renew).not.toHaveBeenCalled();
});

test('the tokens of an ended session are deleted', async () => {
  const first = await pair('1');
  await open().keep(first);
  renew.mockRejectedValue(ended());
  await expect(open().renew(first)).rejects.toBeInstanceOf(AuthenticationError);
  expect(await open().restore()).toBe(null);
});

test('a lost reply is retried with the same token within ten seconds, and the tokens are kept', async () => {
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

test('a busy server or an invalid reply is not retried', async () => {
  const first = await pair('1');
  await open().keep(first);
  for (const error of [new UnreachableError('Busy.', { retryAfterMs: 1000 }), new InvalidReplyError('Nonsense.')]) {
    renew.mockRejectedValueOnce(error);
    await expect(open().renew(first)).rejects.toBe(error);
  }
  expect(renew).toHaveBeenCalledTimes(2);
});

test('a failed write to the store loses neither the new tokens nor the next renewal', async () => {
  const [first, second, third] = [await pair('1'), await pair('2'), await pair('3')];
  await open().keep(first);
  const full = open({ get: store.get, set: () => Promise.reject(new Error('The disk is full.')) });
  renew.mockResolvedValueOnce(second).mockResolvedValueOnce(third);
  expect(await full.renew(first)).toBe(second);
  expect(await full.renew(second)).toBe(third);
  expect(renew.mock.calls.map(([token]) => token)).toEqual(['1', '2']);
});

test('the end of the session is reported although the tokens cannot be deleted', async () => {
  const first = await pair('1');
  await open().keep(first);
  const readOnly = open({ get: store.get, set: () => Promise.reject(new Error('The file system is read-only.')) });
  renew.mockRejectedValue(ended());
  await expect(readOnly.renew(first)).rejects.toBeInstanceOf(AuthenticationError);
});

test('restore returns null for an invalid stored value', async () => {
  for (const text of ['{', JSON.stringify({ 'access-token': 'no token', 'refresh-token': '1', 'expires-on': 1 })]) {
    await store.set('tokens', text);
    expect(await open().restore()).toBe(null);
  }
});

/** A model of Keyhold's renewal, over a connection with delays and lost replies. Times in milliseconds. */
function modelServer(clock: FakeClock, pairOf: (renewals: number) => Tokens) {
  let renewals = 0;
  let renewedAt = Number.NEGATIVE_INFINITY;
  const server = {
    ended: false,
    /** The connection of a run: how long request and reply take, and whether the first reply is lost. */
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

test('concurrent runs that share a store never end the session, for any delays and lost first replies', async () => {
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
