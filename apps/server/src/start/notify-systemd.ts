import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Logger } from 'pino';

/** Maximum time for the notification, in milliseconds. */
const longest = 10_000;

/**
 * Takes the address of systemd's notification socket out of the environment (sd_notify(3)): other programs that this
 * process starts, such as PostgreSQL, must not report themselves as the service.
 */
export function takeNotifySocket(environment: NodeJS.ProcessEnv): string | undefined {
  const socket = environment['NOTIFY_SOCKET'];
  delete environment['NOTIFY_SOCKET'];
  return socket || undefined;
}

/**
 * Notifies systemd that a unit with `Type=notify` is ready. Node.js has no datagram sockets of the type Unix, so
 * systemd's own program sends it. A failure is logged, and does not end the server.
 *
 * @param socket from {@link takeNotifySocket}; undefined when the process is no such unit
 */
export async function notifyReady(socket: string | undefined, log: Logger): Promise<void> {
  if (socket === undefined) return;
  const env = { ...process.env, NOTIFY_SOCKET: socket };
  try {
    await promisify(execFile)('systemd-notify', ['--ready'], { env, timeout: longest });
  } catch (error) {
    log.error(
      { err: error },
      'systemd could not be notified that this server is ready: the program systemd-notify failed. systemd will stop the server when TimeoutStartSec of its unit has passed. Repair systemd-notify, or set Type=exec in the unit.',
    );
  }
}
