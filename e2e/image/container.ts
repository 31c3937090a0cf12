import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { basename } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** A server that runs in the container. */
export interface Running {
  /** From the command to the first 200 of /readyz, in milliseconds. */
  readonly took: number;
  /** The link for the first administrator, from its log. */
  readonly rootLink: string;
  /** Resident memory, in bytes. */
  memory(): { readonly now: number; readonly most: number };
  /** What the kernel allows it to do. */
  confinement(): string;
  /** Stops it like a container engine, and returns its exit code. */
  stop(): Promise<number | null>;
}

/** The parts of an image's configuration that a container engine uses to run it. */
interface Settings {
  readonly Entrypoint: readonly string[];
  readonly Cmd: readonly string[];
  readonly User: string;
  readonly Healthcheck: { readonly Test: readonly string[] };
}

const name = 'keyhold-trial';

/** The size of the image's own layers, in bytes. */
export function sizeAboveBase(): number {
  return sizeOf(rootOf(name)) - sizeOf(rootOf('keyhold-base'));
}

/** Opens the image's container. Its files are read-only, except the folders in memory, as in the compose file. */
export function openContainer(environment: Readonly<Record<string, string>>) {
  const { Docker } = JSON.parse(buildah('inspect', '--type', 'image', 'keyhold')) as {
    Docker: { config: Settings };
  };
  const { Entrypoint, Cmd, User, Healthcheck } = Docker.config;
  execFileSync('sh', ['-euc', mounts, 'sh', rootOf(name), User]);
  const command = (...what: string[]) => [
    ...['--no-new-privs', 'buildah', 'run', '--cap-drop', 'all'],
    ...Object.entries(environment).map(([variable, value]) => `--env=${variable}=${value}`),
    ...[name, '--', ...what],
  ];
  return {
    start: () => start(command(...Entrypoint, ...Cmd), Number(User)),
    /** Runs the image's own health check beside the server. */
    checkHealth(): string {
      const { status } = spawnSync('setpriv', command(...Healthcheck.Test.slice(1)));
      return `exit ${status}`;
    },
  };
}

/** Mounts folders in memory, and everything else read-only. buildah itself writes to /run. */
const mounts = `
mount --bind "$1" "$1"
mount -t tmpfs -o mode=0755 tmpfs "$1/run"
mount -t tmpfs tmpfs "$1/tmp"
mount -t tmpfs -o "uid=$2,mode=0700" tmpfs "$1/var/lib/keyhold"
touch "$1/etc/hosts" "$1/etc/resolv.conf"
mount -o remount,bind,ro "$1"
`;

async function start(command: readonly string[], user: number): Promise<Running> {
  const begun = performance.now();
  const child = spawn('setpriv', command, { stdio: ['ignore', 'pipe', 'pipe'] });
  let log = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      log += text;
    });
  }
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  await ready(child, () => log);
  const took = performance.now() - begun;
  const pid = processOf(user);
  const status = () => readFileSync(`/proc/${pid}/status`, 'utf8');
  const line = (of: string) => new RegExp(`^${of}:\\s*(.*)$`, 'm').exec(status())?.[1] ?? '';
  return {
    took,
    get rootLink() {
      return /Activate the first .*: (\S+)/.exec(log)?.[1] ?? '';
    },
    memory: () => ({ now: 1024 * Number.parseInt(line('VmRSS'), 10), most: 1024 * Number.parseInt(line('VmHWM'), 10) }),
    confinement() {
      const writes = spawnSync('touch', [`/proc/${pid}/root/opt/keyhold/x`], { encoding: 'utf8' });
      const files = /Read-only file system/.test(writes.stderr) ? 'read-only' : 'writable';
      return `user ${line('Uid').split('\t')[0]}, capabilities ${line('CapEff')}, no new privileges ${line('NoNewPrivs')}, ${files}`;
    },
    stop() {
      process.kill(pid, 'SIGTERM');
      return ended;
    },
  };
}

async function ready(child: ChildProcess, log: () => string): Promise<void> {
  for (;;) {
    const reply = await fetch('http://127.0.0.1:8080/readyz').catch(() => null);
    await reply?.body?.cancel();
    if (reply?.status === 200) return;
    if (child.exitCode !== null) throw new Error(`The container ended with ${child.exitCode}:\n${log()}`);
    await sleep(50);
  }
}

/** The PID of the server: the Node.js process of a user. buildah waits for it as the same user. */
function processOf(user: number): number {
  const found = readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .find((pid) => {
      try {
        const ofUser = new RegExp(`^Uid:\\s*${user}\\s`, 'm').test(readFileSync(`/proc/${pid}/status`, 'utf8'));
        return ofUser && basename(readlinkSync(`/proc/${pid}/exe`)) === 'node';
      } catch {
        // The process exited in the meantime.
        return false;
      }
    });
  if (!found) throw new Error('No server runs as the user of the image.');
  return Number(found);
}

function rootOf(container: string): string {
  return buildah('mount', container).trim();
}

function buildah(...args: string[]): string {
  return execFileSync('buildah', args, { encoding: 'utf8' });
}

function sizeOf(path: string): number {
  return Number.parseInt(execFileSync('du', ['--summarize', '--bytes', path], { encoding: 'utf8' }), 10);
}
