import { spawn } from 'node:child_process';

/** The command that opens an address in the user's browser, by platform. No shell parses the address. */
const commands: Readonly<Record<string, readonly [string, ...string[]]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/** Opens an address in the user's browser, if there is one. */
export function openBrowser(address: string): void {
  const [command, ...options] = commands[process.platform] ?? ['xdg-open'];
  const child = spawn(command, [...options, address], { stdio: 'ignore', detached: true });
  child.once('error', () => undefined);
  child.unref();
}

/**
 * Whether the user can see a browser on this machine: not over SSH, nor on Linux without a display.
 *
 * @example
 * hasBrowser(process.platform, process.env) // false in a server's console
 */
export function hasBrowser(platform: NodeJS.Platform, environment: NodeJS.ProcessEnv): boolean {
  if (environment['SSH_CONNECTION']) return false;
  return platform !== 'linux' || Boolean(environment['DISPLAY'] || environment['WAYLAND_DISPLAY']);
}
