// @vitest-environment happy-dom

import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keys } from '#server/cache/keys.ts';
import { queryClient, refresh } from './query-client.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  queryClient.clear();
  vi.useRealTimers();
});

/** Shows a list whose replies take 400 ms, and counts its fetches. */
function showSlowList() {
  const fetches = { begun: 0, cancelled: 0, finished: 0 };
  let version = 0;
  const observer = new QueryObserver(queryClient, {
    queryKey: keys.user.list('acme'),
    queryFn: async ({ signal }) => {
      fetches.begun += 1;
      const read = version;
      signal.addEventListener('abort', () => {
        fetches.cancelled += 1;
      });
      await new Promise((resolve) => setTimeout(resolve, 400));
      fetches.finished += 1;
      return read;
    },
  });
  const stop = observer.subscribe(() => undefined);
  const change = (): void => {
    version += 1;
    void refresh('user');
  };
  return { fetches, change, stop, shown: () => observer.getCurrentResult().data, current: () => version };
}

test('a list goes on being updated while changes arrive faster than replies', async () => {
  const list = showSlowList();
  await vi.advanceTimersByTimeAsync(400);
  for (let changes = 0; changes < 20; changes += 1) {
    list.change();
    await vi.advanceTimersByTimeAsync(200);
    expect(list.current() - (list.shown() ?? 0)).toBeLessThanOrEqual(4);
  }
  await vi.advanceTimersByTimeAsync(800);
  expect(list.shown()).toBe(list.current());
  expect(list.fetches.cancelled).toBe(0);
  expect(list.fetches.finished).toBeGreaterThan(8);
  list.stop();
});

test('one fetch follows a running one, however many changes arrive meanwhile', async () => {
  const list = showSlowList();
  await vi.advanceTimersByTimeAsync(400);
  list.change();
  await vi.advanceTimersByTimeAsync(100);
  for (let changes = 0; changes < 10; changes += 1) list.change();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(list.fetches).toEqual({ begun: 3, cancelled: 0, finished: 3 });
  expect(list.shown()).toBe(list.current());
  list.stop();
});

test('a list that left the screen during its fetch is stale when it is shown again', async () => {
  const list = showSlowList();
  await vi.advanceTimersByTimeAsync(100);
  list.change();
  list.stop();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(queryClient.getQueryState(keys.user.list('acme'))?.isInvalidated).toBe(true);
});
