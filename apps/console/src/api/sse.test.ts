import { expect, test } from 'vitest';
import { sseEvents } from './sse.ts';

async function read(...chunks: string[]): Promise<unknown[]> {
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(encoder.encode(chunk));
      controller.close();
    },
  });
  const events: unknown[] = [];
  for await (const event of sseEvents(new Response(body))) events.push(event);
  return events;
}

test('events come out whole however the bytes were cut', async () => {
  expect(await read('event: cha', 'nged\ndata: {"types"', ':["user"]}\n', '\nevent: changed\ndata: 2\n\n')).toEqual([
    { event: 'changed', data: '{"types":["user"]}' },
    { event: 'changed', data: '2' },
  ]);
});

test('comments and hints are no events, and lines of data are joined', async () => {
  expect(await read(': ping\n\nretry: 3000\n\nid: 7\r\ndata: a\r\ndata: b\r\n\r\n')).toEqual([
    { event: 'message', data: 'a\nb' },
  ]);
});

test('an event that never ended is not told', async () => {
  expect(await read('data: half')).toEqual([]);
});
