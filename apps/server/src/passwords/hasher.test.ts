import { setImmediate as turn } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp, testPassword } from '../../test/app.ts';
import { createPasswordHasher, type PasswordHasher } from './hasher.ts';

const opened: PasswordHasher[] = [];
async function open(limits?: { threads: number; longestQueue: number }): Promise<PasswordHasher> {
  const hasher = await createPasswordHasher(limits);
  opened.push(hasher);
  return hasher;
}
afterEach(async () => {
  for (const hasher of opened.splice(0)) await hasher.close();
});

describe('passwords', () => {
  it('are hashed as OWASP asks for, each with its own salt, and fit their own hash only', async () => {
    const hasher = await open();
    const [one, other] = await Promise.all([hasher.hash('Ünï correct horse'), hasher.hash('Ünï correct horse')]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(other).not.toBe(one);
    expect(await hasher.verify(one, 'Ünï correct horse')).toBe(true);
    expect(await hasher.verify(one, 'Ünï correct horsf')).toBe(false);
  });

  it('fit nobody who has none', async () => {
    const hasher = await open();
    expect(await hasher.verify(null, '')).toBe(false);
  });

  it('leave the event loop alone while they are hashed, and wait in a queue that can be seen', async () => {
    const hasher = await open({ threads: 1, longestQueue: 10 });
    let left = 6;
    const all = Promise.all(Array.from({ length: left }, () => hasher.hash('a').finally(() => (left -= 1))));
    expect(hasher.load).toEqual({ running: 2, waiting: 4 });
    let turns = 0;
    for (; left > 0; turns += 1) await turn();
    await all;
    expect(turns).toBeGreaterThan(100);
    expect(hasher.load).toEqual({ running: 0, waiting: 0 });
  });

  it('are refused at once when too many wait, with a time to come back', async () => {
    const hasher = await open({ threads: 1, longestQueue: 1 });
    const taken = [1, 2, 3].map(() => hasher.hash('a'));
    expect(() => hasher.requireRoom()).toThrow('Too many people sign in at this moment. Try again shortly.');
    await expect(hasher.verify(null, 'a')).rejects.toMatchObject({ status: 503, retryAfter: 2 });
    await Promise.all(taken);
    hasher.requireRoom();
  });

  it('go on after one that cannot be checked', async () => {
    const hasher = await open({ threads: 1, longestQueue: 10 });
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

  it('while too many passwords wait to be hashed is refused at once and counts as no attempt', async () => {
    const { passwords } = test.services;
    const { email } = test.people.acmeUser;
    const signIn = (password: string) => test.as(null, 'POST /auth/v1/authorize', { username: email, password });

    Object.assign(test.services, { passwords: await open({ threads: 1, longestQueue: 0 }) });
    // More often than somebody may fail before they have to wait.
    for (let attempt = 0; attempt < 12; attempt += 1) {
      const reply = await signIn('not the one');
      expect([reply.status, reply.headers['retry-after'], reply.body.problems?.[0]?.code]).toEqual([503, '2', 'busy']);
    }
    Object.assign(test.services, { passwords });
    expect((await signIn(testPassword)).status).toBe(200);
  });
});
