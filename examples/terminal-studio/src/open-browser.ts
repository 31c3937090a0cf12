import { spawn } from 'node:child_process';

/** The command that opens an address in the user's browser, by platform. No shell parses the address. */
const commands: Readonly<Record<string, readonly [string, ...string[]]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/** Opens an address in the user's browser. Resolves to false on failure; never, while the command stays running. */
export function openBrowser(address: string): Promise<boolean> {
  const [command, ...options] = commands[process.platform] ?? ['xdg-open'];
  return new Promise((resolve) => {
    const child = spawn(command, [...options, address], { stdio: 'ignore', detached: true });
    child.once('error', () => resolve(false)).once('exit', (code) => resolve(code === 0));
    child.unref();
  });
}
