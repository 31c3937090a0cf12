import { spawn } from 'node:child_process';

/** What opens an address in the user's browser, by the system. No shell reads the address. */
const commands: Readonly<Record<string, readonly [string, ...string[]]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/** Opens an address in the user's browser. Returns false where that fails; never, for a command that stays with its browser. */
export function openBrowser(address: string): Promise<boolean> {
  const [command, ...options] = commands[process.platform] ?? ['xdg-open'];
  return new Promise((resolve) => {
    const child = spawn(command, [...options, address], { stdio: 'ignore', detached: true });
    child.once('error', () => resolve(false)).once('exit', (code) => resolve(code === 0));
    child.unref();
  });
}
