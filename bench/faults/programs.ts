import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, existsSync } from 'node:fs';
import { chown, mkdir, readdir } from 'node:fs/promises';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

/** A system program that runs in the background. */
export interface Program {
  readonly pid: number;
  /** Whether it still runs. */
  running(): boolean;
  /** Sends a signal and waits for its end. */
  end(signal: NodeJS.Signals): Promise<void>;
}

/** The user that PostgreSQL and PgBouncer run as if this process is root, because they refuse to run as root. */
const servant: { uid?: number; gid?: number } = process.getuid?.() === 0 ? userOf('postgres') : {};

function userOf(name: string): { uid: number; gid: number } {
  const number = (option: string) => Number(execFileSync('id', [option, name], { encoding: 'utf8' }));
  return { uid: number('-u'), gid: number('-g') };
}

/** Creates a folder for a program that does not run as root. */
export async function folderFor(path: string): Promise<string> {
  await mkdir(path, { recursive: true });
  if (servant.uid !== undefined && servant.gid !== undefined) await chown(path, servant.uid, servant.gid);
  return path;
}

/**
 * Starts a program whose output goes to a file.
 *
 * @param env the program's environment; this process's by default
 */
export function startProgram(
  file: string,
  args: readonly string[],
  log: string,
  asServant = true,
  env: NodeJS.ProcessEnv = process.env,
): Program {
  const output = createWriteStream(log, { flags: 'a' });
  const user = asServant ? servant : {};
  const child: ChildProcess = spawn(file, args, { stdio: ['ignore', 'pipe', 'pipe'], env, ...user });
  child.stdout?.pipe(output);
  child.stderr?.pipe(output);
  const ended = once(child, 'exit');
  const running = () => child.exitCode === null && child.signalCode === null;
  return {
    pid: child.pid ?? 0,
    running,
    async end(signal) {
      if (running()) child.kill(signal);
      if (running()) await ended;
    },
  };
}

/** Runs a program to its end. */
export async function runProgram(file: string, ...args: string[]): Promise<void> {
  await promisify(execFile)(file, args, servant);
}

/** Returns the folder with the programs of the newest installed PostgreSQL. */
export async function postgresPrograms(): Promise<string> {
  const root = '/usr/lib/postgresql';
  const versions = (await readdir(root).catch(() => [])).sort((one, other) => Number(other) - Number(one));
  const found = versions.map((version) => join(root, version, 'bin')).find((bin) => existsSync(join(bin, 'postgres')));
  if (!found) throw new Error('There is no PostgreSQL below /usr/lib/postgresql. Install the package postgresql.');
  return found;
}

/** Returns the first of several possible paths of a program that exists. */
export function programAt(name: string, ...paths: string[]): string {
  const found = paths.find((path) => existsSync(path));
  if (!found) throw new Error(`There is no ${name}. Install the package ${name}.`);
  return found;
}

/** Waits until something listens on a port. */
export async function listening(port: number): Promise<void> {
  while (!(await connects(port))) await sleep(50);
}

function connects(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}
