import { setImmediate as turn } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestApp, type TestApp, testPassword } from '../../test/app.ts';
import { hash as hashTyped } from './hash-worker.ts';
import { createPasswordHasher, type HashLimits, type PasswordHasher } from './hasher.ts';

const opened: PasswordHasher[] = [];
async function open(limits: Partial<HashLimits> = {}): Promise<PasswordHasher> {
  const hasher = await createPasswordHasher({ threads: 1, spareThread: false, longestQueue: 10, ...limits });
  opened.push(hasher);
  return hasher;
}
afterEach(async () => {
  for (const hasher of opened.splice(0)) await hasher.close();
});

describe('passwords', () => {
  it('are hashed with the OWASP parameters and a salt each, and match only their own hash', async () => {
    const hasher = await open();
    const [one, other] = await Promise.all([hasher.hash('Ünï correct horse'), hasher.hash('Ünï correct horse')]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(other).not.toBe(one);
    expect(await hasher.verify(one, 'Ünï correct horse')).toBe(true);
    expect(await hasher.verify(one, 'Ünï correct horsf')).toBe(false);
  });

  it('match however their letters are composed, and as typed when they were set before that', async () => {
    const hasher = await open();
    const typed = 'Cafe\u0301 correct horse';
    const hashed = await hasher.hash(typed);
    expect(await hasher.match(hashed, typed)).toBe('normalized');
    expect(await hasher.match(hashed, typed.normalize('NFC'))).toBe('normalized');
    const before = hashTyped(typed);
    expect(await hasher.match(before, typed)).toBe('as typed');
    expect(await hasher.verify(before, typed)).toBe(true);
    expect(await hasher.match(before, typed.normalize('NFC'))).toBe('no');
    expect(await hasher.match(null, typed)).toBe('no');
  });

  it('never match a user without a hash', async () => {
    const hasher = await open();
    expect(await hasher.verify(null, '')).toBe(false);
  });

  it('are hashed without blocking the event loop, and wait in a queue whose length is reported', async () => {
    const hasher = await open();
    let left = 6;
    const all = Promise.all(Array.from({ length: left }, () => hasher.hash('a').finally(() => (left -= 1))));
    expect(hasher.load).toEqual({ running: 2, waiting: 4 });
    let turns = 0;
    for (; left > 0; turns += 1) await turn();
    await all;
    expect(turns).toBeGreaterThan(100);
    expect(hasher.load).toEqual({ running: 0, waiting: 0 });
  });

  it('are refused at once when too many wait, with a time to retry', async () => {
    const hasher = await open({ longestQueue: 1 });
    const taken = [1, 2, 3].map(() => hasher.hash('a'));
    expect(() => hasher.requireRoom()).toThrow('Too many people sign in at this moment. Try again shortly.');
    await expect(hasher.verify(null, 'a')).rejects.toMatchObject({ status: 503, retryAfter: 2 });
    await Promise.all(taken);
    hasher.requireRoom();
  });

  it('are hashed on one more thread while the server is otherwise idle', async () => {
    const hasher = await open({ spareThread: true });
    const hashAll = () => Array.from({ length: 5 }, () => hasher.hash('a'));
    const quiet = hashAll();
    expect(hasher.load).toEqual({ running: 4, waiting: 1 });
    await Promise.all(quiet);
    hasher.giveWay();
    const beside = hashAll();
    expect(hasher.load).toEqual({ running: 2, waiting: 3 });
    await Promise.all(beside);
  });

  it('are hashed in the order of their arrival, also where the spare thread joins late', async () => {
    const hasher = await open({ spareThread: true, longestQueue: 50 });
    const order: number[] = [];
    const hashAll = (from: number, count: number) =>
      Array.from({ length: count }, (_, index) => hasher.hash('a').then(() => order.push(from + index)));
    hasher.giveWay();
    const first = hashAll(0, 12);
    // The spare thread may take passwords again, beginning with the oldest that waits.
    await Promise.all(first.slice(0, 6));
    await Promise.all([...first, ...hashAll(12, 12)]);
    // Only those that a thread had taken before may finish later: two threads have two each at hand.
    for (const [place, arrival] of order.entries()) {
      expect(order.slice(place).filter((other) => other < arrival).length).toBeLessThanOrEqual(3);
    }
  });

  it('are still hashed after one that cannot be verified', async () => {
    const hasher = await open();
    const [broken, whole] = await Promise.allSettled([hasher.verify('no hash', 'a'), hasher.hash('a')]);
    expect([broken.status, whole.status]).toEqual(['rejected', 'fulfilled']);
  });
});

describe('signing in', () => {
  let test: TestApp;
  beforeAll(async () => {
    test = await createTestApp();
  });
  afterAll(() => test.close());

  it('leaves a processor to other requests of signed-in users', async () => {
    const { passwords } = test.services;
    const giveWay = vi.fn();
    Object.assign(test.services, { passwords: { ...passwords, giveWay } });
    await test.as(null, 'POST /auth/v1/authorize', { username: test.people.acmeUser.email, password: testPassword });
    expect(giveWay).not.toHaveBeenCalled();
    await test.as(test.people.acmeUser, `GET /iam/v1/users/${test.people.acmeUser.id}`);
    expect(giveWay).toHaveBeenCalledOnce();
    Object.assign(test.services, { passwords });
  });

  it('is refused at once while too many passwords wait, and does not count as an attempt', async () => {
    const { passwords } = test.services;
    const { email } = test.people.acmeUser;
    const signIn = (password: string) => test.as(null, 'POST /auth/v1/authorize', { username: email, password });

    Object.assign(test.services, { passwords: await open({ longestQueue: 0 }) });
    // More often than a user may fail before they must wait.
    for (let attempt = 0; attempt < 12; attempt += 1) {
      const reply = await signIn('not the one');
      expect([reply.status, reply.headers['retry-after'], reply.body.problems?.[0]?.code]).toEqual([503, '2', 'busy']);
    }
    Object.assign(test.services, { passwords });
    expect((await signIn(testPassword)).status).toBe(200);
  });
});
