import { readdir, readFile } from 'node:fs/promises';

/** A process of this machine (Linux). */
interface Process {
  readonly pid: number;
  readonly parent: number;
  /** CPU time used so far, in milliseconds. */
  readonly used: number;
  /** The CPU time of its children that have exited. */
  readonly usedByEnded: number;
}

/** The PIDs of a server and of its postmaster. */
export interface Pair {
  readonly server: number;
  readonly postmaster: number;
}

/** Their CPU time so far, in milliseconds. */
interface ProcessorTime {
  readonly server: number;
  readonly database: number;
}

export async function processorTime({ server, postmaster }: Pair): Promise<ProcessorTime> {
  const all = await processes();
  const sum = (some: readonly Process[]) =>
    some.reduce((total, { used, usedByEnded }) => total + used + usedByEnded, 0);
  return { server: sum(all.filter(({ pid }) => pid === server)), database: sum(databaseOf(all, postmaster)) };
}

/** Their memory, in bytes; shared pages count once. */
export async function heldMemory({
  server,
  postmaster,
}: Pair): Promise<{ readonly server: number; readonly database: number }> {
  const shares = await Promise.all(databaseOf(await processes(), postmaster).map(({ pid }) => share(pid)));
  return { server: await share(server), database: shares.reduce((sum, one) => sum + one, 0) };
}

/** The processes of a PostgreSQL. */
function databaseOf(all: readonly Process[], postmaster: number): Process[] {
  return all.filter(({ pid, parent }) => pid === postmaster || parent === postmaster);
}

async function processes(): Promise<Process[]> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  return (await Promise.all(ids.map(read))).filter((one) => one !== null);
}

/** Milliseconds per tick in /proc: Linux has 100 ticks per second everywhere. */
const tick = 1000 / 100;

async function read(pid: string): Promise<Process | null> {
  // A process may exit between being listed and being read.
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const [, rest] = /\) ([^)]*)$/s.exec(stat) ?? [];
  if (rest === undefined) return null;
  const fields = rest.split(' ');
  const [used = 0, usedByEnded = 0] = [11, 13].map((at) => (Number(fields[at]) + Number(fields[at + 1])) * tick);
  return { pid: Number(pid), parent: Number(fields[1]), used, usedByEnded };
}

async function share(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
  return Number(/^Pss:\s+(\d+) kB/m.exec(text)?.[1] ?? 0) * 1024;
}
