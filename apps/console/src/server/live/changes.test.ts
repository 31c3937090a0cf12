import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { client } from '#server/client/client.ts';
import { followChanges } from './changes.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('accumulates no listeners during a long time offline, and ends at once', async () => {
  const open = vi.spyOn(client, 'open').mockRejectedValue(new Error('The server cannot be reached.'));
  const connection = new AbortController();
  const added = vi.spyOn(connection.signal, 'addEventListener');
  const removed = vi.spyOn(connection.signal, 'removeEventListener');
  const kept = (): number => added.mock.calls.length - removed.mock.calls.length;
  const followed = followChanges('an account', connection.signal);
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  expect(open.mock.calls.length).toBeGreaterThan(10);
  expect(kept()).toBe(1);
  connection.abort();
  await followed;
  expect(kept()).toBe(0);
});
