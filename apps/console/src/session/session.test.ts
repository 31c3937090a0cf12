import { beforeEach, expect, test, vi } from 'vitest';
import type { AuthInfo } from './auth-info.ts';
import { session } from './session.ts';

const authInfo = { token: 'the token', user: {} } as AuthInfo;

// There is no browser here, and nothing is stored.
beforeEach(async () => {
  vi.stubGlobal('localStorage', { getItem: () => null });
  await session.begin(authInfo);
});

test('a call made while the session is being ended waits, and is not sent', async () => {
  const { promise: call, resolve } = Promise.withResolvers<void>();
  const ended = session.endWith(call);
  const token = session.token();
  resolve();
  await expect(token).rejects.toThrow('The session has ended.');
  await ended;
  expect(session.current()).toBeNull();
  expect(await session.token()).toBeNull();
});

test('other calls continue when the call that ends the session fails', async () => {
  const { promise: call, reject } = Promise.withResolvers<void>();
  const ended = session.endWith(call);
  const token = session.token();
  reject(new Error('The old password is not correct.'));
  await expect(ended).rejects.toThrow('The old password is not correct.');
  expect(await token).toBe('the token');
  expect(await session.token()).toBe('the token');
});
