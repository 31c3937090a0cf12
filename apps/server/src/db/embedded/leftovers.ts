import { execFile } from 'node:child_process';
import { readdir, readFile, readlink, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { StartError } from '../start-error.ts';
import type { EmbeddedHome } from './home.ts';

const run = promisify(execFile);

/** The contents of PostgreSQL's `postmaster.pid`; undefined when there is none. */
export async function readPostmaster(home: EmbeddedHome) {
  const text = await readFile(join(home.cluster, 'postmaster.pid'), 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const lines = text.split('\n');
  return { pid: Number(lines[0]), identity: `${lines[0]} ${lines[2]}`, ready: lines[7]?.trim() === 'ready' };
}

/**
 * Stops PostgreSQL processes left on this cluster: after a sudden death of the server, PostgreSQL may still be shutting
 * down or, if its supervisor was killed too, still be running. Call it only while holding the data folder's lock.
 */
export async function stopLeftovers(home: EmbeddedHome, log: (message: string) => void): Promise<void> {
  const file = await readPostmaster(home);
  if (!file) return;
  const steps = [
    ['SIGINT', 60],
    ['SIGQUIT', 15],
  ] as const;
  for (const [signal, seconds] of steps) {
    const left = await runningOn(home, file.pid);
    if (left.length === 0) return forget(home, file.pid);
    log('PostgreSQL of an earlier start is still running: stopping it.');
    for (const pid of left) send(pid, signal);
    if (await gone(home, file.pid, seconds)) return forget(home, file.pid);
  }
  throw new StartError(
    `A PostgreSQL of an earlier start (process ${file.pid}) still runs on ${home.cluster} and does not stop. End that process and start again.`,
  );
}

async function gone(home: EmbeddedHome, postmaster: number, seconds: number): Promise<boolean> {
  for (const deadline = Date.now() + seconds * 1000; Date.now() < deadline; await sleep(25)) {
    if ((await runningOn(home, postmaster)).length === 0) return true;
  }
  return false;
}

/** Removes a leftover PID file whose number belongs to another process now: PostgreSQL would refuse to start. */
async function forget(home: EmbeddedHome, postmaster: number): Promise<void> {
  if (send(postmaster, 0)) await rm(join(home.cluster, 'postmaster.pid'), { force: true });
  await rm(join(home.socket, '.s.PGSQL.5432'), { force: true });
  await rm(join(home.socket, '.s.PGSQL.5432.lock'), { force: true });
}

/** The PostgreSQL processes on this cluster, identified by their working directory. */
async function runningOn(home: EmbeddedHome, postmaster: number): Promise<number[]> {
  if (process.platform !== 'linux') {
    const { stdout } = await run('ps', ['-p', String(postmaster), '-o', 'command=']).catch(() => ({ stdout: '' }));
    return stdout.includes(`-D ${home.cluster} `) ? [postmaster] : [];
  }
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(pids.map((pid) => worksIn(pid, home.cluster)));
  return pids.filter((_, index) => found[index]).map(Number);
}

async function worksIn(pid: string, folder: string): Promise<boolean> {
  try {
    const working = await readlink(`/proc/${pid}/cwd`);
    return working === folder && (await readFile(`/proc/${pid}/comm`, 'utf8')).trim() === 'postgres';
  } catch {
    // The process has exited, or belongs to another user.
    return false;
  }
}

function send(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}
