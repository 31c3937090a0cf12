import { once } from 'node:events';
import { connect } from 'node:net';
import fastify from 'fastify';
import { expect, it } from 'vitest';
import { createEventStreams } from './event-stream.ts';

it('is not opened for a client that disconnects while its request is being authorized', async () => {
  const streams = createEventStreams();
  const opened = Promise.withResolvers<unknown>();
  const app = fastify();
  app.get('/', async (request, reply) => {
    client.destroy();
    await once(reply.raw, 'close');
    try {
      opened.resolve(streams.open(request, reply));
    } catch (error) {
      opened.resolve(error);
      throw error;
    }
  });
  const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
  const client = connect(Number(port), '127.0.0.1');
  client.write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n');
  expect(await opened.promise).toMatchObject({ status: 499 });
  expect(streams.count).toBe(0);
  await app.close();
});
