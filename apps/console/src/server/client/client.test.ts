import { calls } from '@keyhold/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { AuthInfo } from '#session/auth-info.ts';
import { session } from '#session/session.ts';
import { client } from './client.ts';

const person = (token: string) => ({ token, user: {} }) as AuthInfo;
// There is no browser here, and nothing is stored.
beforeEach(() => void vi.stubGlobal('localStorage', { getItem: () => null }));
afterEach(() => session.end());

test('ends the session when the token is refused', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ errors: ['Authorization token expired'] }, { status: 401 }));
  await session.begin(person('this'));
  await expect(client.send(calls.listTags, {})).rejects.toThrow('Authorization token expired');
  expect(session.state()).toEqual({ auth: null, expired: true });
});

test('keeps the session when a call that needs no session is refused', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ errors: ['This sign-in has ended.'] }, { status: 401 }));
  await session.begin(person('this'));
  await expect(client.send(calls.finishSingleSignOn, { body: { code: 'old' } })).rejects.toThrow('has ended');
  expect(session.current()?.token).toBe('this');
});

test('keeps the session when an earlier token is refused late', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>();
  vi.stubGlobal('fetch', () => promise);
  await session.begin(person('earlier'));
  const late = client.send(calls.listTags, {});
  session.end();
  await session.begin(person('this'));
  resolve(Response.json({ errors: ['Authentication is required.'] }, { status: 401 }));
  await expect(late).rejects.toThrow('Authentication is required.');
  expect(session.current()?.token).toBe('this');
});
