import { spawn } from 'node:child_process';
import { Console } from 'node:console';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { main } from '../src/operator/main.ts';
import { createTestApp, type Person } from './app.ts';

/** The exit code and output of a command. */
export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** The last command that runs in this process. */
let running: Promise<unknown> = Promise.resolve();

/**
 * Runs `keyhold` without a terminal, in this process: loading its modules takes ten times as long as most commands. One
 * runs after the other, because a command has the environment, the streams and the exit code of the process.
 */
export function keyhold(
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  input = '',
): Promise<Ended> {
  const ended = running.then(() => runHere(args, environment, input));
  running = ended.catch(() => undefined);
  return ended;
}

/** Runs `keyhold` as users do, as a separate process, and waits for its exit. */
export function spawnKeyhold(...[args, environment, input]: Parameters<typeof keyhold>): Promise<Ended> {
  return startKeyhold(args, environment, input).ended;
}

async function runHere(args: readonly string[], environment: Readonly<Record<string, string>>, input: string) {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const printed = Promise.all([text(stdout), text(stderr)]);
  const restore = replace([
    [process, 'env', { ...inherited(), ...environment }],
    [process, 'stdin', Readable.from(input === '' ? [] : [input])],
    [process, 'stdout', stdout],
    [process, 'stderr', stderr],
    [globalThis, 'console', new Console({ stdout, stderr })],
  ]);
  try {
    await main(args, () => import('../../demo/src/demo.ts'));
    const code = Number(process.exitCode ?? 0);
    stdout.end();
    stderr.end();
    const [out, errors] = await printed;
    return { code, stdout: out, stderr: errors };
  } finally {
    process.exitCode = undefined;
    restore();
  }
}

/** Replaces properties until the returned function is called. */
function replace(properties: readonly (readonly [object, string, unknown])[]): () => void {
  const before = properties.map(([of, name]) => [of, name, Object.getOwnPropertyDescriptor(of, name)] as const);
  for (const [of, name, value] of properties) {
    Object.defineProperty(of, name, { value, configurable: true, enumerable: true, writable: true });
  }
  return () => {
    for (const [of, name, descriptor] of before) if (descriptor) Object.defineProperty(of, name, descriptor);
  };
}

/** The environment of every command, besides its own. */
function inherited(): Record<string, string> {
  const { PATH = '', HOME = '' } = process.env;
  return { PATH, HOME, XDG_CACHE_HOME: join(import.meta.dirname, '../../../node_modules/.cache') };
}

/** Starts `keyhold`; `says` waits for a match in its standard error. */
export function startKeyhold(
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  input = '',
): { readonly ended: Promise<Ended>; says(pattern: RegExp): Promise<string> } {
  const command = join(import.meta.dirname, '../bin/keyhold.mjs');
  const child = spawn(process.execPath, [command, ...args], { env: { ...inherited(), ...environment } });
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
  const secretKey = randomBytes(32).toString('base64url');
  const test = await createTestApp({ environment: { KEYHOLD_SECRET_KEYS: secretKey } });
  const folder = await temporaryFolder();
  const address = await test.app.listen({ host: '127.0.0.1', port: 0 });
  const local = {
    DATABASE_URL: test.connectionString,
    KEYHOLD_DATA_DIR: join(folder.path, 'data'),
    KEYHOLD_SECRET_KEYS: secretKey,
  };
  return {
    ...test,
    address,
    folder: folder.path,
    /** The environment of a command on the installation of this machine. */
    local,
    /** Runs a command as a signed-in user. */
    run: (person: Person, ...args: string[]) => keyhold(args, { KEYHOLD_URL: address, KEYHOLD_TOKEN: person.token }),
    /** The same as a separate process, for commands that run at the same time. */
    spawn: (person: Person, ...args: string[]) =>
      spawnKeyhold(args, { KEYHOLD_URL: address, KEYHOLD_TOKEN: person.token }),
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
