import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { soon } from '../../../../test/soon.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';

const timeouts = { head: 300, request: 600, check: 50 };
const logged: { level: number; msg: string; err?: unknown; status?: number }[] = [];

let test: TestApp;
const sockets: Socket[] = [];
beforeAll(async () => {
  const log = pino({ level: 'info' }, { write: (line: string) => void logged.push(JSON.parse(line)) });
  test = await createTestApp({ log, timeouts });
  await test.app.listen({ host: '127.0.0.1', port: 0 });
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  logged.length = 0;
});
afterAll(() => test.close());

/** A connection that sends the given texts and collects the replies. */
async function open() {
  const socket = connect((test.app.server.address() as AddressInfo).port, '127.0.0.1');
  sockets.push(socket);
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  let answer = '';
  socket.on('data', (data) => {
    answer += data;
  });
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return { socket, closed, answer: () => answer };
}

const head = [
  'POST /auth/v1/reset HTTP/1.1',
  'host: localhost',
  'content-type: application/json',
  'content-length: 1000',
  '',
  '',
].join('\r\n');

/** Sends a byte every few milliseconds until the connection has been closed. */
async function drip(socket: Socket): Promise<void> {
  while (!socket.destroyed) {
    socket.write('x');
    await wait(20);
  }
}

describe('a request that does not arrive in time', () => {
  it.each([
    ['its body drips', head],
    ['its head drips', 'GET /iam/v1/tags HTTP/1.1\r\nhost: localhost\r\nx-long: '],
  ])('is refused, and the connection closed, when %s', async (_what, beginning) => {
    const { socket, closed, answer } = await open();
    socket.write(beginning);
    await Promise.all([closed, drip(socket)]);
    expect(answer()).toMatch(/^HTTP\/1\.1 408 /);
    expect(answer()).toContain('The request did not arrive in time. Send it again.');
    expect(logged.filter(({ level }) => level >= 50)).toEqual([]);
  });
});

describe('an aborted upload', () => {
  it.each([
    ['a call', head],
    ['an OAuth endpoint', head.replace('/auth/v1/reset', '/oauth/token').replace('json', 'x-www-form-urlencoded')],
  ])('to %s is logged without an error', async (_what, beginning) => {
    const { socket } = await open();
    socket.write(`${beginning}{"email":`);
    await wait(50);
    socket.resetAndDestroy();
    await vi.waitUntil(() => logged.length > 0, soon);
    await wait(50);
    expect(logged).toMatchObject([{ level: 30, msg: 'The request was broken off before it had arrived.' }]);
    expect(logged[0]?.err).toBeUndefined();
  });
});

describe('a long-lived response', () => {
  it('keeps a stream open beyond the request timeout', async () => {
    const { socket, answer } = await open();
    socket.write(
      `GET /events/v1/changes HTTP/1.1\r\nhost: localhost\r\nauthorization: ${test.people.acmeAdmin.token}\r\n\r\n`,
    );
    await wait(3 * timeouts.request);
    const { acmeAdmin } = test.people;
    await test.as(acmeAdmin, 'POST /iam/v1/tags', { name: 'Late', 'account-id': acmeAdmin.accountId });
    await vi.waitUntil(() => answer().includes('event: changed'), soon);
    expect(socket.destroyed).toBe(false);
  });
});

describe('a server that closes', () => {
  it('does not wait for connections that never sent a request', async () => {
    const other = await createTestApp({ timeouts: { head: 60_000, request: 60_000, check: 60_000 } });
    await other.app.listen({ host: '127.0.0.1', port: 0 });
    const socket = connect((other.app.server.address() as AddressInfo).port, '127.0.0.1');
    sockets.push(socket);
    const closed = once(socket, 'close');
    await vi.waitUntil(
      () => new Promise((found) => other.app.server.getConnections((_, count) => found(count === 1))),
      soon,
    );
    await other.close();
    await closed;
  });
});
