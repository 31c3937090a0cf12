// @vitest-environment happy-dom

import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keys } from '#server/cache/keys.ts';
import { queryClient } from '#server/cache/query-client.ts';
import { followChanges } from '#server/live/changes.ts';
import { inOneRefetch, mutation } from '#server/mutation/change.ts';
import { session } from '#session/session.ts';

/** Requests in the order in which the server received them. */
let received: string[] = [];
let announce: (types: string[], request: string | null) => void = () => undefined;
const connection = { current: new AbortController() };
let replyDelay = 0;

beforeEach(async () => {
  vi.useFakeTimers();
  received = [];
  replyDelay = 0;
  vi.stubGlobal('fetch', async (address: string, { method = 'GET', signal }: RequestInit = {}) => {
    const path = String(address);
    if (path.startsWith('/events/')) return stream(signal);
    received.push(`${method} ${path}`);
    const id = `request ${received.length}`;
    if (method !== 'GET') announce(['user'], id);
    await new Promise((resolve) => setTimeout(resolve, replyDelay));
    return new Response('{}', { headers: { 'x-request-id': id } });
  });
  connection.current = new AbortController();
  void followChanges('acme', connection.current.signal);
  await vi.advanceTimersByTimeAsync(10);
});
afterEach(() => {
  connection.current.abort();
  queryClient.clear();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function stream(signal: AbortSignal | null | undefined): Response {
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      announce = (types, request) => {
        const data = JSON.stringify({ types, ids: ['1'], request });
        controller.enqueue(new TextEncoder().encode(`event: changed\ndata: ${data}\n\n`));
      };
      signal?.addEventListener('abort', () => controller.error(signal.reason));
    },
  });
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
}

const write = mutation({
  send: async (which: string) => {
    const { fetchFromApi } = await import('./fetch-from-api.ts');
    await fetchFromApi(`/${which}`, { method: 'POST' });
  },
  invalidates: ['user'],
  success: null,
});

function showUsers(): () => number {
  const observer = new QueryObserver(queryClient, {
    queryKey: keys.user.list('acme'),
    queryFn: async () => (await fetch('/users')).ok,
  });
  observer.subscribe(() => undefined);
  return () => received.filter((request) => request === 'GET /users').length;
}

test.each([0, 400])('refetches once after an own change that is announced too (replies take %d ms)', async (delay) => {
  const lists = showUsers();
  await vi.advanceTimersByTimeAsync(100);
  replyDelay = delay;
  void write('one');
  await vi.advanceTimersByTimeAsync(5_000);
  expect(lists()).toBe(2);
});

test('refetches once after an own change of several steps', async () => {
  const lists = showUsers();
  await vi.advanceTimersByTimeAsync(100);
  replyDelay = 200;
  void inOneRefetch(async () => {
    for (const step of ['one', 'two', 'three', 'four']) await write(step);
  });
  await vi.advanceTimersByTimeAsync(5_000);
  expect(received.filter((request) => request.startsWith('POST'))).toHaveLength(4);
  expect(lists()).toBe(2);
});

test('refetches after a change of another page, and after another kind changed by an own one', async () => {
  const lists = showUsers();
  await vi.advanceTimersByTimeAsync(100);
  announce(['user'], 'a request of another page');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(lists()).toBe(2);
  announce(['tag'], 'request 1');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(lists()).toBe(3);
});

test('reconnects and refetches when the connection stays silent', async () => {
  const lists = showUsers();
  await vi.advanceTimersByTimeAsync(100);
  const before = announce;
  await vi.advanceTimersByTimeAsync(42_000);
  expect(announce).not.toBe(before);
  expect(lists()).toBe(2);
  expect(session.current()).toBeNull();
});
