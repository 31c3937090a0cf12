import { readdir, readlink } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Driver, DriverError } from '../../../sdks/conformance/driver.ts';

/** What a process of an SDK has. */
export interface Belongings {
  readonly threads: number;
  /** Its open files, sockets included. */
  readonly handles: number;
  readonly sockets: number;
}

/** How long the runtime may take to end what nothing uses any more, in milliseconds: servers keep idle connections for 72 s. */
const patience = 120_000;

/** Counts the threads, open files and sockets of a driver's process. */
export async function belongingsOf(driver: Driver): Promise<Belongings> {
  const folder = `/proc/${driver.pid}`;
  const handles = await readdir(`${folder}/fd`);
  const targets = await Promise.all(handles.map((name) => readlink(`${folder}/fd/${name}`).catch(() => '')));
  const threads = (await ownCount(driver)) ?? (await readdir(`${folder}/task`)).length;
  return { threads, handles: handles.length, sockets: targets.filter((target) => target.startsWith('socket:')).length };
}

/** The threads that the runtime itself counts, or null where those of the system are the SDK's. */
async function ownCount(driver: Driver): Promise<number | null> {
  try {
    return Number((await driver.send({ do: 'threads', client: '' }))['threads']);
  } catch (error) {
    if (error instanceof DriverError) return null;
    throw error;
  }
}

/** What is left when the clients are closed: counted until no more is there than before, for at most two minutes. */
export async function leftBehind(driver: Driver, before: Belongings): Promise<Belongings> {
  let now = await belongingsOf(driver);
  const from = performance.now();
  const isMore = () => now.threads > before.threads || now.handles > before.handles || now.sockets > before.sockets;
  for (; isMore() && performance.now() - from < patience; now = await belongingsOf(driver)) await sleep(1000);
  return now;
}
