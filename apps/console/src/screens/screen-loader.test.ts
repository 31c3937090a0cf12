import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keys } from '#server/cache/keys.ts';
import { queryClient } from '#server/cache/query-client.ts';
import { screenLoader } from './screen-loader.ts';

const scope = { accountId: 'a1', isAuthUserAccount: true };

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  queryClient.clear();
});

/** Runs the loader of a screen whose query takes some time, and returns how long the navigation waits. */
async function waitOf(queryFn: () => Promise<unknown>): Promise<number> {
  const load = screenLoader((_, id) => ({ queryKey: keys.tag.record(id), queryFn, retry: false }));
  const began = Date.now();
  const loaded = Promise.resolve(load({ params: { id: 't1' }, scope })).then(() => Date.now() - began);
  await vi.advanceTimersByTimeAsync(10_000);
  return loaded;
}

const after = (duration: number, data: unknown = 'data'): Promise<unknown> =>
  new Promise((resolve) => setTimeout(() => resolve(data), duration));

test('waits for the data that the screen shows first', async () => {
  expect(await waitOf(() => after(40))).toBe(40);
  expect(queryClient.getQueryData(keys.tag.record('t1'))).toBe('data');
});

test('waits for the first rows of a list, not for the whole list', async () => {
  const rows = async (): Promise<unknown> => {
    await after(30);
    queryClient.setQueryData(keys.tag.record('t1'), 'first rows');
    return after(50, 'all rows');
  };
  expect(await waitOf(rows)).toBe(30);
  expect(queryClient.getQueryData(keys.tag.record('t1'))).toBe('all rows');
});

test('waits at most 100 ms, and the data still arrives', async () => {
  expect(await waitOf(() => after(2_000))).toBe(100);
  expect(queryClient.getQueryData(keys.tag.record('t1'))).toBe('data');
});

test('does not wait for cached data, and leaves a failure to the screen', async () => {
  queryClient.setQueryData(keys.tag.record('t1'), 'known');
  expect(await waitOf(() => after(50))).toBe(0);
  queryClient.clear();
  expect(await waitOf(() => Promise.reject(new Error('Not found')))).toBe(0);
});
