import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { extname } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { addressOf, type Configuration } from '@keyhold/server/configuration';
import type { Services } from '@keyhold/server/services';
import { devicesPath } from './devices.ts';

/** Maximum wait for the example devices to return their seats, in milliseconds. */
const stopTimeout = 3_000;

/**
 * Starts the example applications of the demo in a separate process: they sign in and consume licenses over the network
 * like any other. The process exits with this one, even after a crash, because it watches the channel between the two.
 * If the demo was not created from this data folder, nothing starts.
 */
export function startDemoDevices(
  { log }: Pick<Services, 'log'>,
  configuration: Pick<Configuration, 'dataDirectory' | 'host' | 'port'>,
): { close(): Promise<void> } {
  const devices = devicesPath(configuration.dataDirectory);
  if (!existsSync(devices)) return { close: async () => undefined };
  // The published package contains the same modules, compiled to files with the extension `.js`.
  const fleet = fileURLToPath(
    new URL(`../../../examples/terminal-studio/src/fleet${extname(import.meta.url)}`, import.meta.url),
  );
  const child = spawn(process.execPath, [fleet, '--server', addressOf(configuration), '--devices', devices], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let closing = false;
  const ended = new Promise<void>((resolve) => {
    child.once('error', (error) => {
      log.warn({ err: error }, 'The example devices could not be started.');
      resolve();
    });
    child.once('exit', (code) => {
      if (code !== 0 && !closing) log.warn({ code }, 'The example devices have stopped.');
      resolve();
    });
  });
  if (child.stdout) createInterface(child.stdout).on('line', (line) => log.debug(line));
  if (child.stderr) createInterface(child.stderr).on('line', (line) => log.warn(line));
  return {
    close() {
      closing = true;
      return end(child, ended);
    },
  };
}

async function end(child: ChildProcess, ended: Promise<void>): Promise<void> {
  const timer = setTimeout(() => child.kill('SIGKILL'), stopTimeout);
  child.kill('SIGTERM');
  await ended;
  clearTimeout(timer);
}
