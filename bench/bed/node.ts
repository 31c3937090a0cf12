import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(new URL('../..', import.meta.url));

/** A Keyhold server in its own process. */
export interface BedNode {
  readonly url: string;
  /** The PID of the current process. */
  pid(): number;
  /** The server's log so far. */
  log(): Promise<string>;
  /** Kills it by SIGKILL. */
  kill(): Promise<void>;
  /** Restarts it on the same port, after {@link BedNode.kill} or {@link BedNode.stop}, and waits until it answers. */
  start(): Promise<void>;
  /** Stops it by SIGTERM, as an operator would. */
  stop(): Promise<void>;
}

interface NodeOptions {
  readonly port: number;
  /** An empty folder for the server's data and its log. */
  readonly data: string;
  readonly environment: Readonly<Record<string, string>>;
  /** Options of Node.js, such as `--cpu-prof`. */
  readonly nodeOptions?: readonly string[] | undefined;
  /** The checkout whose server is started; this one by default. */
  readonly checkout?: string | undefined;
}

/** Starts a server and waits until it is ready. */
export async function startNode({
  port,
  data,
  environment,
  nodeOptions = [],
  checkout = here,
}: NodeOptions): Promise<BedNode> {
  const url = `http://127.0.0.1:${port}`;
  const logFile = join(data, 'server.log');
  let child: ChildProcess | null = null;
  let exited: Promise<void> = Promise.resolve();

  async function start(): Promise<void> {
    const output = openSync(logFile, 'a');
    const begun = spawn(
      process.execPath,
      [...nodeOptions, join(checkout, 'scripts', 'serve.mjs'), '--port', String(port), '--data', data],
      // The closed channel notifies it when this process has died.
      {
        cwd: checkout,
        env: { ...inherited(), KEYHOLD_SECRET_KEYS: secretKey, ...environment },
        stdio: ['ignore', output, output, 'ipc'],
      },
    );
    closeSync(output);
    child = begun;
    exited = new Promise((resolve) => {
      begun.once('exit', () => {
        if (child === begun) child = null;
        resolve();
      });
    });
    while (!(await isReady(url))) {
      if (child !== begun) throw new Error(`A server did not start:\n${await readFile(logFile, 'utf8')}`);
      await sleep(50);
    }
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    child?.kill(signal);
    await exited;
  }

  await start();
  return {
    url,
    pid() {
      if (child?.pid === undefined) throw new Error(`The server at ${url} does not run.`);
      return child.pid;
    },
    log: () => readFile(logFile, 'utf8'),
    start,
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
  };
}

/** Required with a database server. */
/** The key for secrets of every server. */
export const secretKey = Buffer.alloc(32, 1).toString('base64url');

/** This process's environment without settings of the server. */
function inherited(): NodeJS.ProcessEnv {
  const ours = /^(KEYHOLD_.*|DATABASE_URL|DATABASE_DIRECT_URL|NODE_ENV|SMTP_URL)$/;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !ours.test(name)));
}

async function isReady(url: string): Promise<boolean> {
  const reply = await fetch(`${url}/readyz`).catch(() => null);
  await reply?.body?.cancel();
  return reply?.status === 200;
}
