import { spawn } from 'node:child_process';

/** What opens an address in the user's browser, by the system. No shell reads the address. */
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
 * Whether a browser on this machine would be in front of the user: not where they came by SSH, nor on Linux without a display.
 *
 * @example
 * hasBrowser(process.platform, process.env) // false in a server's console
 */
export function hasBrowser(platform: NodeJS.Platform, environment: NodeJS.ProcessEnv): boolean {
  if (environment['SSH_CONNECTION']) return false;
  return platform !== 'linux' || Boolean(environment['DISPLAY'] || environment['WAYLAND_DISPLAY']);
}
