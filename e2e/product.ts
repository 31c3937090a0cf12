import { type ChildProcess, spawn } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** A user of the demo who can sign in. */
export interface Credential {
  readonly account: string;
  readonly 'account-id': string;
  readonly strategy: 'Shared' | 'User-based';
  readonly role: 'Root Administrator' | 'System Administrator' | 'Account Administrator' | 'Administrator' | 'User';
  readonly email: string;
  readonly password: string;
}

/** The product as a user starts it, on its own port. */
export interface Product {
  readonly url: string;
  readonly dataDirectory: string;
  /** The process that was started. */
  readonly process: ChildProcess;
  /** Everything printed so far. */
  output(): string;
  /** Stops it as a user would, and returns its exit code. */
  stop(): Promise<number | null>;
}

/** Returns a free port. */
export async function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() =>
        address && typeof address === 'object' ? resolve(address.port) : reject(new Error('No port.')),
      );
    });
  });
}

/** A new folder for the product's data, which PostgreSQL's own user can reach. */
export async function newDataDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'keyhold-e2e-'));
  await chmod(directory, 0o711);
  return directory;
}

/** What `npm start` runs. */
const startScript = [join(root, 'scripts', 'start.mjs')];

/**
 * Starts the product with `npm start`'s own script, or another command, and waits until it reports that it is ready.
 *
 * @throws {Error} with its output, when it ends before that.
 */
export async function startProduct(options: {
  readonly port: number;
  readonly dataDirectory: string;
  readonly command?: readonly string[];
  readonly arguments?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
}): Promise<Product> {
  const { port, dataDirectory } = options;
  const child = spawn(
    process.execPath,
    [
      ...(options.command ?? startScript),
      '--port',
      String(port),
      '--data',
      dataDirectory,
      ...(options.arguments ?? []),
    ],
    { cwd: root, env: { ...process.env, ...options.environment }, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let printed = '';
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  await new Promise<void>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      printed += chunk.toString();
      if (printed.includes('Keyhold is ready at')) resolve();
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('error', reject);
    void exited.then((code) => reject(new Error(`The product ended with code ${code}:\n${printed}`)));
  });
  return {
    url: `http://localhost:${port}`,
    dataDirectory,
    process: child,
    output: () => printed,
    stop: () => {
      child.kill('SIGTERM');
      return exited;
    },
  };
}

/** The demo people who can sign in. */
export async function readCredentials(dataDirectory: string): Promise<Credential[]> {
  return JSON.parse(await readFile(join(dataDirectory, 'demo-credentials.json'), 'utf8')) as Credential[];
}

/** The folder of a data folder's database: inside it, or elsewhere if the user who runs PostgreSQL cannot reach it. */
export async function databaseFolder(dataDirectory: string): Promise<string> {
  const note = await readFile(join(dataDirectory, 'database-location.json'), 'utf8').catch(() => null);
  return note === null ? join(dataDirectory, 'database') : (JSON.parse(note) as { database: string }).database;
}

/** Removes a data folder and its database. */
export async function removeDataDirectory(dataDirectory: string): Promise<void> {
  for (const folder of [await databaseFolder(dataDirectory), dataDirectory]) {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
