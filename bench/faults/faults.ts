import { statfs, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Place } from './place.ts';

/** A fault, and its repair by an operator. */
export interface Fault {
  readonly name: string;
  /**
   * No request must fail, or only requests on closed connections: nginx closes its clients' idle connections when it
   * reloads its configuration, possibly while a request is being sent.
   */
  readonly unnoticed?: 'by anybody' | 'but for closed connections';
  /** The alarms that it raises if it lasts (deploy/prometheus/alerts.yaml), or the reason why it raises none. */
  readonly alarms: readonly string[] | string;
  breaks(place: Place): Promise<void>;
  /** How long it lasts before it is repaired, in milliseconds. */
  readonly lasts: number;
  mends(place: Place): Promise<void>;
}

const nothing = () => Promise.resolve();
/** The alarms of an unreachable database. */
const everythingFails = ['KeyholdDatabaseUnreachable', 'KeyholdRequestsFailing', 'KeyholdSignInsFailing'];
const planned = 'each server is away for seconds and the others serve: a minute is not over';

const first = ({ members: [member] }: Place) => {
  if (!member) throw new Error('There is no server.');
  return member;
};

/** The file that fills the disk. */
const filler = 'something-else';

export const faults: readonly Fault[] = [
  {
    name: 'a server is killed, and started again after 3 s',
    alarms: ['KeyholdServerDown'],
    breaks: (place) => first(place).node.kill(),
    lasts: 3_000,
    mends: (place) => first(place).node.start(),
  },
  {
    name: 'rolling restart of all servers, each taken out of nginx before',
    unnoticed: 'but for closed connections',
    alarms: planned,
    lasts: 0,
    mends: nothing,
    async breaks({ members, nginx }) {
      const ports = members.map(({ port }) => port);
      for (const { node, port } of members) {
        await nginx.balance(ports.filter((other) => other !== port));
        await node.stop();
        await node.start();
        await nginx.balance(ports);
      }
    },
  },
  {
    name: 'rolling restart of all servers, 3 s between them, nginx left alone',
    unnoticed: 'by anybody',
    alarms: planned,
    lasts: 0,
    mends: nothing,
    async breaks({ members }) {
      for (const { node } of members) {
        await node.stop();
        await node.start();
        await sleep(3_000);
      }
    },
  },
  {
    name: 'rolling restart of all servers, one right after the other, nginx left alone',
    alarms: planned,
    lasts: 0,
    mends: nothing,
    async breaks({ members }) {
      for (const { node } of members) {
        await node.stop();
        await node.start();
      }
    },
  },
  {
    name: 'the mail server is away for 10 s',
    unnoticed: 'by anybody',
    alarms: ['KeyholdMailStuck'],
    async breaks({ mail }) {
      await mail.stop();
    },
    lasts: 10_000,
    mends: ({ mail }) => mail.start(),
  },
  {
    name: "a server's clock jumps two hours ahead, then two hours behind",
    unnoticed: 'by anybody',
    alarms: ['KeyholdClockOff'],
    breaks: (place) => first(place).setClock('+2h'),
    lasts: 4_000,
    async mends(place) {
      const { setClock } = first(place);
      await setClock('-2h');
      await sleep(4_000);
      await setClock('+0');
    },
  },
  {
    name: 'PostgreSQL is killed, and started again after 2 s',
    alarms: everythingFails,
    breaks: ({ primary }) => primary.kill(),
    lasts: 2_000,
    mends: ({ primary }) => primary.start(),
  },
  {
    name: 'the network between one server and the database is cut for 20 s',
    alarms: ['KeyholdDatabaseUnreachable'],
    async breaks(place) {
      first(place).network.cut();
    },
    lasts: 20_000,
    async mends(place) {
      first(place).network.mend();
    },
  },
  {
    name: 'the network between all servers and the database is cut for 10 s',
    alarms: everythingFails,
    async breaks({ members }) {
      for (const { network } of members) network.cut();
    },
    lasts: 10_000,
    async mends({ members }) {
      for (const { network } of members) network.mend();
    },
  },
  {
    name: "PostgreSQL's disk is full for 10 s",
    alarms: ['KeyholdRequestsFailing', 'KeyholdSignInsFailing'],
    async breaks({ disk }) {
      const { bavail, bsize } = await statfs(disk);
      await writeFile(join(disk, filler), Buffer.alloc(bavail * bsize)).catch(() => undefined);
    },
    lasts: 10_000,
    async mends({ disk, primary }) {
      await unlink(join(disk, filler));
      // PostgreSQL shuts down without disk space for its WAL, as intended.
      await primary.start();
    },
  },
  {
    name: 'PostgreSQL is killed for good; the replica takes its place after 3 s',
    alarms: everythingFails,
    breaks: ({ primary }) => primary.kill(),
    lasts: 3_000,
    async mends({ replica, pgbouncer }) {
      await replica.promote();
      await pgbouncer.leadTo(replica.port);
    },
  },
];
