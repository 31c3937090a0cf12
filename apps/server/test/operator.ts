import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { createTestApp, type Person } from './app.ts';

/** The exit code and output of a command. */
export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs `keyhold` as a separate process without a terminal, and waits for its exit. */
export function keyhold(
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  input = '',
): Promise<Ended> {
  return startKeyhold(args, environment, input).ended;
}

/** Starts `keyhold`; `says` waits for a match in its standard error. */
export function startKeyhold(
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  input = '',
): { readonly ended: Promise<Ended>; says(pattern: RegExp): Promise<string> } {
  const { PATH = '', HOME = '' } = process.env;
  const command = join(import.meta.dirname, '../bin/keyhold.mjs');
  const XDG_CACHE_HOME = join(import.meta.dirname, '../../../node_modules/.cache');
  const child = spawn(process.execPath, [command, ...args], { env: { PATH, HOME, XDG_CACHE_HOME, ...environment } });
  child.stdin.end(input);
  let said = '';
  child.stderr.on('data', (piece: Buffer) => {
    said += piece.toString();
  });
  const ended = Promise.all([
    text(child.stdout),
    new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve)),
  ]).then(([stdout, code]) => ({ code, stdout, stderr: said }));
  return {
    ended,
    async says(pattern) {
      for (let found = pattern.exec(said); ; found = pattern.exec(said)) {
        if (found) return found[1] ?? found[0];
        const over = await Promise.race([once(child.stderr, 'data').then(() => null), ended]);
        if (over && !pattern.test(said)) throw new Error(`keyhold ended with ${over.code} and said: ${said}`);
      }
    },
  };
}

/** A folder that any system user may traverse; `remove` deletes it. */
async function temporaryFolder(): Promise<{ readonly path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'keyhold-operator-'));
  await chmod(path, 0o711);
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

/** A test app that listens, a folder for files, and functions that run `keyhold` against them. */
export async function createOperatorTest() {
  const test = await createTestApp();
  const folder = await temporaryFolder();
  const address = await test.app.listen({ host: '127.0.0.1', port: 0 });
  const local = { DATABASE_URL: test.connectionString, KEYHOLD_DATA_DIR: join(folder.path, 'data') };
  return {
    ...test,
    address,
    folder: folder.path,
    /** The environment of a command on the installation of this machine. */
    local,
    /** Runs a command as a signed-in user. */
    run: (person: Person, ...args: string[]) => keyhold(args, { KEYHOLD_URL: address, KEYHOLD_TOKEN: person.token }),
    /** Runs a command as a Root Administrator, and parses its JSON output. */
    async json<Result>(...args: string[]): Promise<Result> {
      const environment = { KEYHOLD_URL: address, KEYHOLD_TOKEN: test.people.root.token };
      return JSON.parse((await keyhold([...args, '--json'], environment)).stdout) as Result;
    },
    close: async () => {
      await test.close();
      await folder.remove();
    },
  };
}

export type OperatorTest = Awaited<ReturnType<typeof createOperatorTest>>;
