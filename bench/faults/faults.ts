import { statfs, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Place } from './place.ts';

/** A fault, and its repair as an operator would do it. */
export interface Fault {
  readonly name: string;
  /**
   * No request must fail. Or none that was answered: nginx that reads its configuration again closes its clients' idle
   * connections, maybe one that a request is just being sent on.
   */
  readonly unnoticed?: 'by anybody' | 'but for closed connections';
  /** Injects it; resolves when it is repaired. */
  happen(place: Place): Promise<void>;
}

const first = ({ members: [member] }: Place) => {
  if (!member) throw new Error('There is no server.');
  return member;
};

export const faults: readonly Fault[] = [
  {
    name: 'a server is killed, and started again after 3 s',
    async happen(place) {
      const { node } = first(place);
      await node.kill();
      await sleep(3_000);
      await node.start();
    },
  },
  {
    name: 'rolling restart of all servers, each taken out of nginx before',
    unnoticed: 'but for closed connections',
    async happen({ members, nginx }) {
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
    async happen({ members }) {
      for (const { node } of members) {
        await node.stop();
        await node.start();
        await sleep(3_000);
      }
    },
  },
  {
    name: 'rolling restart of all servers, one right after the other, nginx left alone',
    async happen({ members }) {
      for (const { node } of members) {
        await node.stop();
        await node.start();
      }
    },
  },
  {
    name: 'the mail server is away for 10 s',
    unnoticed: 'by anybody',
    async happen({ mail }) {
      await mail.stop();
      await sleep(10_000);
      await mail.start();
    },
  },
  {
    name: "a server's clock jumps two hours ahead, then two hours behind",
    unnoticed: 'by anybody',
    async happen(place) {
      const { setClock } = first(place);
      for (const offset of ['+2h', '-2h', '+0']) {
        await setClock(offset);
        await sleep(4_000);
      }
    },
  },
  {
    name: 'PostgreSQL is killed, and started again after 2 s',
    async happen({ primary }) {
      await primary.kill();
      await sleep(2_000);
      await primary.start();
    },
  },
  {
    name: 'the network between one server and the database is cut for 20 s',
    async happen(place) {
      const { network } = first(place);
      network.cut();
      await sleep(20_000);
      network.mend();
    },
  },
  {
    name: 'the network between all servers and the database is cut for 10 s',
    async happen({ members }) {
      for (const { network } of members) network.cut();
      await sleep(10_000);
      for (const { network } of members) network.mend();
    },
  },
  {
    name: "PostgreSQL's disk is full for 10 s",
    async happen({ disk, primary }) {
      const file = join(disk, 'something-else');
      const { bavail, bsize } = await statfs(disk);
      await writeFile(file, Buffer.alloc(bavail * bsize)).catch(() => undefined);
      await sleep(10_000);
      await unlink(file);
      // PostgreSQL shuts down without disk space for its WAL, as intended.
      await primary.start();
    },
  },
  {
    name: 'PostgreSQL is killed for good; the replica takes its place after 3 s',
    async happen({ primary, replica, pgbouncer }) {
      await primary.kill();
      await sleep(3_000);
      await replica.promote();
      await pgbouncer.leadTo(replica.port);
    },
  },
];
