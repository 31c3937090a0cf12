import { spawn } from 'node:child_process';
import { open, readFile, rename, rm, stat } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { diskFull } from '../data-folder.ts';
import { StartError } from '../start-error.ts';
import { cleanEnvironment } from './cluster.ts';
import type { EmbeddedHome } from './home.ts';
import { readPostmaster, stopLeftovers } from './leftovers.ts';

/** A running PostgreSQL. */
interface EmbeddedProcess {
  /** Resolves when PostgreSQL has exited, whatever the reason. */
  ended: Promise<void>;
  /** Ends all connections and stops PostgreSQL; resolves when it has exited. */
  stop(): Promise<void>;
}

/** Values for PostgreSQL's settings, by name. */
export type Settings = Readonly<Record<string, string>>;

/**
 * PostgreSQL runs in its own session, below a shell that reads from a pipe which only this process can write to. When
 * the pipe is closed, even by a sudden death of this process, the shell requests a fast, clean shutdown of PostgreSQL.
 * Ctrl-C does not reach it.
 */
const supervisor = `
exec 3<&0
"$0" "$@" </dev/null 3<&- &
postgres=$!
{ read -r line <&3; kill -INT "$postgres"; } 2>/dev/null &
watcher=$!
wait "$postgres"; code=$?
kill "$watcher" 2>/dev/null
exit "$code"
`;

const settings: Settings = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: '200',
  shared_buffers: '256MB',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // The server reports failed statements itself; they may contain user input, so they stay out of this log.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
  cluster_name: 'keyhold',
};

/** Starts PostgreSQL on a cluster that no other process uses and waits until it is ready. */
export async function launch(home: EmbeddedHome, log: (message: string) => void, extra: Settings) {
  const logFile = await openLog(home);
  const logStart = (await stat(logFile.path)).size;
  const earlier = (await readPostmaster(home))?.identity;
  const all = { ...settings, unix_socket_directories: home.socket, ...extra };
  const options = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child = spawn('/bin/sh', ['-c', supervisor, join(home.binaries, 'postgres'), '-D', home.cluster, ...options], {
    ...home.runAs,
    cwd: home.folder,
    env: cleanEnvironment,
    detached: true,
    stdio: ['pipe', logFile.handle.fd, logFile.handle.fd],
  });
  const pipe = child.stdin as Socket;
  let over = false;
  const ended = new Promise<void>((resolve) => {
    const end = () => {
      over = true;
      resolve();
    };
    child.once('exit', end).once('error', end);
    // The shell has exited, which 'exit' reports.
    pipe.on('error', () => undefined);
  });
  await logFile.handle.close();

  const started = Date.now();
  for (let reported = 0; ; await sleep(15)) {
    if (over) throw await startFailure(home, logFile.path, logStart);
    const now = await readPostmaster(home);
    if (now?.ready && now.identity !== earlier) break;
    const minutes = Math.floor((Date.now() - started) / 60_000);
    if (minutes > reported) log(`PostgreSQL is still getting its data in order, ${minutes} min after its start.`);
    reported = minutes;
  }
  child.unref();
  pipe.unref();

  const stop = async () => {
    child.ref();
    pipe.end();
    await Promise.race([ended, sleep(60_000, undefined, { ref: false })]);
    await stopLeftovers(home, log);
    await ended;
  };
  return { ended, stop } satisfies EmbeddedProcess;
}

async function openLog(home: EmbeddedHome) {
  const path = join(home.folder, 'postgres.log');
  const large = 10 * 1024 * 1024;
  const { size } = await stat(path).catch(() => ({ size: 0 }));
  if (size > large) await rename(path, `${path}.1`);
  return { path, handle: await open(path, 'a', 0o600) };
}

async function startFailure(home: EmbeddedHome, path: string, logStart: number): Promise<StartError> {
  const written = (await readFile(path)).subarray(logStart).toString('utf8').trim();
  if (written.includes('No space left on device')) return diskFull(home.folder);
  const reasons = written.split('\n').filter((line) => /\b(FATAL|PANIC|HINT|DETAIL):/.test(line));
  const says = (reasons.length > 0 ? reasons : written.split('\n').slice(-5)).join('\n') || 'nothing';
  return new StartError(`PostgreSQL did not start. It reports: ${says}\nIts log is ${path}.`);
}

/** Removes the socket that a stopped PostgreSQL may leave outside its cluster. */
export async function removeSocket(home: EmbeddedHome): Promise<void> {
  await rm(home.socket, { recursive: true, force: true });
}
