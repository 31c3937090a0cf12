import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** A process, as the system lists it. */
export interface Listed {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
  /** The working directory; empty if the system does not report it. */
  readonly folder: string;
}

/** Returns the processes with one of these folders in their command line or working directory, such as PostgreSQL. */
export function processesOf(folders: readonly string[]): Listed[] {
  const names = (text: string) => folders.some((folder) => text.includes(folder));
  return listProcesses().filter(({ pid, command, folder }) => pid !== process.pid && (names(command) || names(folder)));
}

/** The PIDs of a process that was started with the server's script, and of its descendants that run the server. */
export function serverProcesses(started: number): number[] {
  const all = listProcesses();
  const family = new Set([started]);
  for (const { pid, parent, command } of all.toSorted((one, other) => one.pid - other.pid)) {
    if (family.has(parent) && command.includes('serve.mjs')) family.add(pid);
  }
  return [...family];
}

/** Kills processes by SIGKILL; ignores processes that have already exited. */
export function killAll(pids: readonly number[]): void {
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
    }
  }
}

function listProcesses(): Listed[] {
  if (process.platform !== 'linux') {
    const lines = execFileSync('ps', ['-Ao', 'pid=,ppid=,command='], { encoding: 'utf8' }).split('\n');
    return lines.flatMap((line) => {
      const [, pid, parent, command] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
      return command === undefined ? [] : [{ pid: Number(pid), parent: Number(parent), command, folder: '' }];
    });
  }
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
        const afterName = readFileSync(`/proc/${pid}/stat`, 'utf8')
          .replace(/^.*\) /s, '')
          .split(' ');
        const folder = command === '' ? '' : readlinkSync(`/proc/${pid}/cwd`);
        return [{ pid: Number(pid), parent: Number(afterName[1]), command, folder }];
      } catch {
        // The process exited in the meantime, or belongs to another user.
        return [];
      }
    });
}
