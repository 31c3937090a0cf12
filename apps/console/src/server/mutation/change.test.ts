// @vitest-environment happy-dom

import { expect, test, vi } from 'vitest';
import { keys } from '#server/cache/keys.ts';
import { queryClient } from '#server/cache/query-client.ts';
import type { AuthInfo } from '#session/auth-info.ts';
import { session } from '#session/session.ts';
import { mutation } from './change.ts';

vi.mock(import('#ui/feedback/toast.tsx'));

/** A creation whose request fails for a name that is in `refused`, and the keys of its requests. */
function creation({ once }: { once: boolean }) {
  const keys: (string | undefined)[] = [];
  const refused = new Set<string>();
  const create = mutation({
    send: async ({ name }: { name: string }, headers) => {
      keys.push(headers['Idempotency-Key']);
      if (refused.has(name)) throw new Error('The connection broke.');
      return name;
    },
    once,
    invalidates: [],
    success: null,
  });
  return { create, keys, refused };
}

test('reuses the key for the same input after a failure, but not for another input or after a success', async () => {
  const { create, keys, refused } = creation({ once: true });
  refused.add('First');
  await expect(create({ name: 'First' })).rejects.toThrow('The connection broke.');
  await expect(create({ name: 'First' })).rejects.toThrow('The connection broke.');
  await expect(create({ name: 'Second' })).resolves.toBe('Second');
  await create({ name: 'Second' });
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
  expect(keys[1]).toBe(keys[0]);
  expect(new Set(keys).size).toBe(3);
});

test('sends no key for a mutation without `once`', async () => {
  const { create, keys } = creation({ once: false });
  await create({ name: 'First' });
  expect(keys).toEqual([undefined]);
});

test('keeps the reply of a change out of the cache of a user who signed in meanwhile', async () => {
  vi.stubGlobal('localStorage', { getItem: () => null });
  vi.stubGlobal('sessionStorage', { removeItem: () => undefined });
  const user = (rn: string) => ({ token: rn, user: { rn } }) as AuthInfo;
  const reply = Promise.withResolvers<string>();
  const rename = mutation({
    send: (_: string) => reply.promise,
    updates: keys.tag.record,
    invalidates: [],
    success: null,
  });
  await session.begin(user('ada'));
  const late = rename('1');
  session.end();
  await session.begin(user('eve'));
  reply.resolve('of Ada');
  await late;
  expect(queryClient.getQueryData(keys.tag.record('1'))).toBeUndefined();
  await rename('2');
  expect(queryClient.getQueryData(keys.tag.record('2'))).toBe('of Ada');
  session.end();
});

test('prompts before the window closes while a change is in flight, and not afterwards', async () => {
  const replies = [Promise.withResolvers<string>(), Promise.withResolvers<string>()] as const;
  const renew = mutation({
    send: (index: 0 | 1) => replies[index].promise,
    invalidates: [],
    success: null,
  });
  const mayClose = () => window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  expect(mayClose()).toBe(true);
  const changes = [renew(0), renew(1)];
  expect(mayClose()).toBe(false);
  replies[0].reject(new Error('The connection broke.'));
  await expect(changes[0]).rejects.toThrow('The connection broke.');
  expect(mayClose()).toBe(false);
  replies[1].resolve('whsec');
  await changes[1];
  expect(mayClose()).toBe(true);
});
