import { afterEach, expect, test, vi } from 'vitest';
import { followShared } from './shared-stream.ts';

const windows: AbortController[] = [];
afterEach(() => {
  for (const each of windows.splice(0)) each.abort();
});

let names = 0;
/** Windows of one browser, which note what they open and receive. */
function browser() {
  names += 1;
  const name = `stream ${names}`;
  return (since = Date.now()) => {
    const closing = new AbortController();
    windows.push(closing);
    const { signal } = closing;
    const window = {
      received: [] as string[],
      opened: [] as boolean[],
      following: 0,
      pass: (_: string): void => undefined,
      close: () => closing.abort(),
    };
    void followShared<string>({
      name,
      signal,
      since,
      receive: (message) => window.received.push(message),
      onFollowing: () => {
        window.following += 1;
      },
      open: (_, pass, first) => {
        window.opened.push(first);
        window.pass = pass;
        return new Promise((resolve) => signal.addEventListener('abort', () => resolve()));
      },
    });
    return window;
  };
}

test('one window opens the stream, the others receive its messages, and one of them takes over', async () => {
  const open = browser();
  const fetched = Date.now();
  const first = open(fetched);
  await vi.waitFor(() => expect(first.opened).toEqual([true]));
  first.pass('before');
  const second = open(fetched);
  await vi.waitFor(() => expect(second.following).toBe(1));
  await vi.waitFor(() => expect(second.received).toEqual(['before']));
  first.pass('now');
  await vi.waitFor(() => expect(second.received).toEqual(['before', 'now']));
  expect([first.received, second.opened]).toEqual([['before', 'now'], []]);
  first.close();
  await vi.waitFor(() => expect(second.opened).toEqual([false]));
});
