import { expect } from 'vitest';
import { eventually, heard, test } from '../test/application.ts';

const ack = /messages\/.*\/ack/;

test('a message is acknowledged after its handlers have run', async ({ server, hold }) => {
  const lease = await hold();
  let finish: () => void = () => undefined;
  lease.on('message', () => new Promise<void>((resolve) => (finish = resolve)));
  const messages = heard(lease, 'message');
  server.send('message', { message: 'Lunch is ready.' });
  await eventually(() => expect(messages).toEqual([{ message: 'Lunch is ready.' }]));
  expect(server.count(ack)).toBe(0);
  server.cutStreams();
  finish();
  await eventually(() => expect(server.unacknowledged()).toEqual([]));
  expect(messages).toHaveLength(1);
});

test('a message over a dead connection arrives by the next one, once', async ({ server, hold, pass }) => {
  const lease = await hold();
  const messages = heard(lease, 'message');
  server.isDead = true;
  server.send('message', { message: 'One' });
  server.send('message', { message: 'Two' });
  server.isDead = false;
  expect(messages).toEqual([]);
  await pass(45_000);
  await eventually(() => expect(messages).toEqual([{ message: 'One' }, { message: 'Two' }]));
  await eventually(() => expect(server.unacknowledged()).toEqual([]));
});

test('a message whose acknowledgement is lost is acknowledged by the next stream, and not delivered again', async ({
  server,
  hold,
  pass,
}) => {
  const lease = await hold();
  const messages = heard(lease, 'message');
  server.mishap(ack, ...Array<'refuse-connection'>(4).fill('refuse-connection'));
  server.send('message', { message: 'One' });
  await pass(20_000);
  expect(server.unacknowledged()).toHaveLength(1);
  server.cutStreams();
  await pass(5000);
  await eventually(() => expect(server.unacknowledged()).toEqual([]));
  expect(messages).toEqual([{ message: 'One' }]);
});

test('a message whose handler is still running is not delivered again by another stream', async ({
  server,
  hold,
  pass,
}) => {
  const lease = await hold();
  const finish: (() => void)[] = [];
  lease.on('message', () => new Promise<void>((resolve) => void finish.push(resolve)));
  server.send('message', { message: 'One' });
  await eventually(() => expect(finish).toHaveLength(1));
  server.cutStreams();
  await pass(5000);
  await eventually(() => expect(server.openStreams()).toBe(1));
  expect(finish).toHaveLength(1);
  expect(server.unacknowledged()).toHaveLength(1);
  finish[0]?.();
  await eventually(() => expect(server.unacknowledged()).toEqual([]));
});
