import { getEventListeners } from 'node:events';
import { expect, test, vi } from 'vitest';
import { soon } from '../../../../test/soon.ts';
import { fakeClock } from '../../test/fake-clock.ts';
import { createSigner } from '../../test/signing.ts';
import { readEvents } from '../events/event-stream.ts';
import { createSession } from '../session/session.ts';
import { createTransport } from '../session/transport.ts';

const clock = fakeClock();

test('connections leave nothing behind at the signal of their lease', async () => {
  // Its results stay in memory for as long as the signal does.
  const any = vi.spyOn(AbortSignal, 'any');
  const { signal } = new AbortController();
  const session = createSession({ clock });
  session.set(await (await createSigner('key')).sessionToken('ada'));
  const transport = createTransport({
    baseUrl: '',
    clock,
    session,
    fetch: async () => Response.json({ success: true }),
  });
  await readEvents({
    clock,
    signal,
    open: (one) => transport.open({ method: 'GET', path: '/events', signal: one }),
    onEvent: () => undefined,
  });
  await transport.send({ method: 'GET', path: '/wait', signal });
  expect(any).not.toHaveBeenCalled();
  expect(getEventListeners(signal, 'abort')).toEqual([]);
  any.mockRestore();
});

test('a signal ends the stream that is being read', async () => {
  const ended = new AbortController();
  const cancel = vi.fn();
  const pull = vi.fn();
  const body = new ReadableStream({ pull, cancel }, { highWaterMark: 0 });
  const reading = readEvents({
    clock,
    signal: ended.signal,
    open: async () => new Response(body),
    onEvent: () => undefined,
  });
  await vi.waitFor(() => expect(pull).toHaveBeenCalled(), soon);
  ended.abort();
  await reading;
  expect(cancel).toHaveBeenCalled();
  expect(clock.waiting()).toBe(0);
});

test('an aborted request throws the reason of its signal', async () => {
  const fetch = vi.fn(async (_address: unknown, init?: RequestInit) => {
    init?.signal?.throwIfAborted();
    return Response.json({});
  });
  const transport = createTransport({ baseUrl: '', clock, session: createSession({ clock }), fetch });
  const cause = new Error('Not any more.');
  const request = { method: 'GET', path: '/', signedIn: false, signal: AbortSignal.abort(cause) } as const;
  await expect(transport.send(request)).rejects.toBe(cause);
});
