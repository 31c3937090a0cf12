import { calls } from '@keyhold/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { AuthInfo } from './auth-info.ts';
import { client } from './client.ts';
import { session } from './session.ts';

const person = (token: string) => ({ token, user: {} }) as AuthInfo;
// There is no browser here, and nothing is kept.
beforeEach(() => void vi.stubGlobal('localStorage', { getItem: () => null }));
afterEach(() => session.end());

test('a refusal of the token ends the session', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ errors: ['Authorization token expired'] }, { status: 401 }));
  await session.begin(person('this'));
  await expect(client.send(calls.listTags, {})).rejects.toThrow('Authorization token expired');
  expect(session.state()).toEqual({ auth: null, expired: true });
});

test('a refusal of a call that needs no session says nothing of it', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ errors: ['This sign-in has ended.'] }, { status: 401 }));
  await session.begin(person('this'));
  await expect(client.send(calls.finishSingleSignOn, { body: { code: 'old' } })).rejects.toThrow('has ended');
  expect(session.current()?.token).toBe('this');
});

test('a late refusal of an earlier token says nothing of this session', async () => {
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
