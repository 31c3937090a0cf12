import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp, testPassword } from '../../test/app.ts';
import { createPasswordHasher } from './hasher.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

it('while too many passwords wait to be hashed, signing in is refused at once and counts as no attempt', async () => {
  const { passwords } = test.services;
  const { email } = test.people.acmeUser;
  const signIn = (password: string) => test.as(null, 'POST /auth/v1/authorize', { username: email, password });

  Object.assign(test.services, { passwords: await createPasswordHasher({ atOnce: 0, longestQueue: 0 }) });
  // More often than somebody may fail before they have to wait.
  for (let attempt = 0; attempt < 12; attempt += 1) {
    const reply = await signIn('not the one');
    expect([reply.status, reply.headers['retry-after'], reply.body.problems?.[0]?.code]).toEqual([503, '2', 'busy']);
  }
  Object.assign(test.services, { passwords });
  expect((await signIn(testPassword)).status).toBe(200);
});
