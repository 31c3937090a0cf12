import { pino } from 'pino';
import { expect, it } from 'vitest';
import { notifyReady, takeNotifySocket } from './notify-systemd.ts';

/** A log that collects its messages. */
function collecting() {
  const messages: string[] = [];
  const log = pino({}, { write: (line: string) => messages.push((JSON.parse(line) as { msg: string }).msg) });
  return { log, messages };
}

it('no program that the server starts inherits the socket of systemd', () => {
  const environment: NodeJS.ProcessEnv = { NOTIFY_SOCKET: '/run/systemd/notify', PATH: '/usr/bin' };
  expect(takeNotifySocket(environment)).toBe('/run/systemd/notify');
  expect(environment).toEqual({ PATH: '/usr/bin' });
  expect(takeNotifySocket(environment)).toBeUndefined();
});

it('a server without such a socket notifies nobody', async () => {
  const { log, messages } = collecting();
  await notifyReady(undefined, log);
  expect(messages).toEqual([]);
});

it('a failed notification is logged with its consequence, and does not end the server', async () => {
  const { log, messages } = collecting();
  await notifyReady('/nowhere/notify', log);
  expect(messages).toHaveLength(1);
  expect(messages[0]).toMatch(
    /^systemd could not be notified .* will stop the server when TimeoutStartSec .* Type=exec/,
  );
});
