// @vitest-environment happy-dom

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keys } from '#server/cache/keys.ts';
import { queryClient } from '#server/cache/query-client.ts';
import { client } from '#server/client/client.ts';
import { followChanges } from './changes.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  queryClient.clear();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Streams that the server opens in turn; `send` and `close` use the latest. */
function streams() {
  const open: ReadableStreamDefaultController<Uint8Array>[] = [];
  const asked: unknown[] = [];
  const cancel = vi.fn<() => void>();
  vi.spyOn(client, 'open').mockImplementation(async (_call, input) => {
    asked.push((input as { query: unknown }).query);
    return new Response(new ReadableStream({ start: (controller) => void open.push(controller), cancel }));
  });
  const text = new TextEncoder();
  return {
    asked,
    cancel,
    send: (data: string) => open.at(-1)?.enqueue(text.encode(`event: changed\ndata: ${data}\n\n`)),
    close: () => open.at(-1)?.close(),
  };
}

const changed = (...types: string[]) => JSON.stringify({ types, ids: ['1'] });
type ListKind = 'user' | 'webhook' | 'license';
const isStale = (kind: ListKind) => queryClient.getQueryState(keys[kind].list('acme'))?.isInvalidated;

test('invalidates the queries of a changed kind once per burst, and no others', async () => {
  const server = streams();
  const connection = new AbortController();
  for (const kind of ['user', 'webhook'] as const) queryClient.setQueryData(keys[kind].list('acme'), 'as it was');
  const invalidate = vi.spyOn(queryClient, 'refetchQueries');
  void followChanges('an account', connection.signal);
  await vi.advanceTimersByTimeAsync(10);
  for (let count = 0; count < 5; count += 1) server.send(changed('user'));
  await vi.advanceTimersByTimeAsync(500);
  expect([isStale('user'), isStale('webhook')]).toEqual([true, false]);
  expect(invalidate).toHaveBeenCalledOnce();
  connection.abort();
});

test('reopens a stream that ends and invalidates everything, since changes may have been missed', async () => {
  const server = streams();
  const connection = new AbortController();
  queryClient.setQueryData(keys.license.list('acme'), 'as it was');
  void followChanges('an account', connection.signal);
  await vi.advanceTimersByTimeAsync(10);
  expect(isStale('license')).toBe(false);
  server.close();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(server.asked).toHaveLength(2);
  expect(isStale('license')).toBe(true);
  connection.abort();
});

test('closes a stream that it cannot read, before it opens another', async () => {
  const server = streams();
  const connection = new AbortController();
  void followChanges('an account', connection.signal);
  await vi.advanceTimersByTimeAsync(10);
  server.send('not JSON');
  await vi.advanceTimersByTimeAsync(2_000);
  expect([server.asked.length, server.cancel.mock.calls.length]).toEqual([2, 1]);
  connection.abort();
});

test('first requests the changes since the contents were fetched', async () => {
  const server = streams();
  const connection = new AbortController();
  await vi.advanceTimersByTimeAsync(20_000);
  void followChanges('an account', connection.signal, { since: performance.now() - 4_500 });
  await vi.advanceTimersByTimeAsync(10);
  expect(server.asked).toEqual([{ account: 'an account', past: 6 }]);
  connection.abort();
});
