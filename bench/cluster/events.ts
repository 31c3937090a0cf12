import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { unknownMetrics } from './alarms.ts';
import { leader, type Machine, restartPatroni, switchOver, whole } from './machine.ts';
import { prepareNextDebian } from './next-debian.ts';
import type { Place } from './place.ts';
import { upgradePostgresMajor } from './upgrade-major.ts';
import { upgradeKeyhold, upgradePostgresMinor } from './upgrades.ts';

/** Something that happens to the cluster. */
export interface Event {
  readonly name: string;
  /** The longest that writes may fail, in milliseconds; without it, no request may fail. */
  readonly allowed?: number;
  /** The alarms that it must raise. */
  readonly alarms?: readonly string[];
  /** Whether the installation must be one of version 1.0 before. */
  readonly fromVersion1?: true;
  /** Whether its documented pause is longer than the leases of the drill, which end then. */
  readonly outlastsLeases?: true;
  /** What takes long and can be done before clients work. */
  prepares?(): Promise<void>;
  /** Happens, and is over when this resolves; returns what is wrong. */
  happens(place: Place): Promise<readonly string[]>;
}

/** etcd's own word on whether this member leads. */
async function leadsEtcd({ host }: Machine): Promise<boolean> {
  const metrics = await fetch(`http://${host.address}:2379/metrics`, { signal: AbortSignal.timeout(2_000) });
  return /^etcd_server_is_leader 1$/m.test(await metrics.text());
}

async function etcdMember(machines: readonly Machine[], leads: boolean): Promise<Machine> {
  for (const machine of machines) if ((await leadsEtcd(machine)) === leads) return machine;
  throw new Error('No member of etcd is like that.');
}

async function loseEtcd({ machines }: Place, leads: boolean): Promise<readonly string[]> {
  const { etcd } = await etcdMember(machines, leads);
  await etcd.kill();
  await sleep(10_000);
  etcd.start();
  await whole(machines);
  return [];
}

async function synchronousReplica(machines: readonly Machine[]): Promise<Machine> {
  const states = await Promise.all(machines.map((machine) => machine.state()));
  const replica = machines[states.findIndex((state) => state?.sync_standby)];
  if (!replica) throw new Error('No replica is synchronous.');
  return replica;
}

/** Longest wait until the metrics change, in seconds: they are counted twice a minute, and archiving is tried once. */
const noticed = 180;

/** Takes the repository away until the metrics report that WAL is not archived, and returns it until they do not. */
async function loseRepository({ folder, machines, prometheus }: Place): Promise<readonly string[]> {
  const repository = join(folder, 'repository');
  const reported = async (value: number) => {
    for (let left = noticed; left > 0; left -= 1) {
      if ((await prometheus.highest('keyhold_archiving_failed')) === value) return true;
      await sleep(1_000);
    }
    return false;
  };
  await rename(repository, `${repository}-gone`);
  await (await leader(machines)).run('psql', '-c', 'select pg_switch_wal()');
  const failed = await reported(1);
  await rename(`${repository}-gone`, repository);
  const mended = await reported(0);
  return [
    ...(failed ? [] : ['No metric reports that WAL is not archived.']),
    ...(mended ? [] : ['The metrics do not report that WAL is archived again.']),
  ];
}

/** Longest failure of writes after the death of a primary, in milliseconds. */
const failover = 15_000;

export const events: readonly Event[] = [
  {
    name: 'Keyhold is upgraded from version 1.0, one server after the other',
    fromVersion1: true,
    happens: upgradeKeyhold,
  },
  {
    name: "the primary's PostgreSQL is killed",
    allowed: failover,
    async happens({ machines }) {
      const old = await leader(machines);
      await old.killPostgres();
      await leader(machines, old);
      await whole(machines);
      return [];
    },
  },
  {
    name: "the primary's Patroni is killed, its PostgreSQL lives; started again after 25 s",
    allowed: failover,
    async happens({ machines }) {
      const old = await leader(machines);
      await old.patroni.kill();
      await leader(machines, old);
      const wrong = await writesOf(old, 25);
      old.patroni.start();
      await whole(machines);
      return wrong;
    },
  },
  {
    name: "the primary's machine is cut from the network for 40 s; both sides live",
    allowed: failover + 5_000,
    async happens({ machines }) {
      const old = await leader(machines);
      await old.host.cut();
      const [wrong] = await Promise.all([writesOf(old, 40), leader(machines, old)]);
      await old.host.mend();
      await whole(machines);
      return wrong;
    },
  },
  {
    name: 'a member of etcd that does not lead is killed; started again after 10 s',
    happens: (place) => loseEtcd(place, false),
  },
  { name: "etcd's leader is killed; started again after 10 s", happens: (place) => loseEtcd(place, true) },
  {
    name: 'the synchronous replica is frozen for 20 s',
    allowed: failover,
    async happens({ machines }) {
      const processes = await (await synchronousReplica(machines)).receivers();
      for (const pid of processes) process.kill(pid, 'SIGSTOP');
      await sleep(20_000);
      for (const pid of processes) process.kill(pid, 'SIGCONT');
      await whole(machines);
      return [];
    },
  },
  {
    name: 'the machine of the synchronous replica is off for 100 s',
    allowed: failover,
    alarms: ['KeyholdEtcdMemberDown', 'KeyholdMachineDown'],
    async happens({ machines, prometheus }) {
      const unknown = await unknownMetrics(prometheus);
      const { host } = await synchronousReplica(machines);
      await host.cut();
      await sleep(100_000);
      await host.mend();
      await whole(machines);
      return unknown;
    },
  },
  { name: 'the folder for backups and WAL is gone, until it is noticed', happens: loseRepository },
  {
    name: 'a switchover on purpose',
    allowed: 3_000,
    async happens({ machines }) {
      await switchOver(machines);
      return [];
    },
  },
  {
    name: 'restart of every part, one after the other',
    allowed: 3_000,
    async happens({ machines, haproxy, nodes }) {
      for (const node of nodes) {
        await node.stop();
        await node.start();
        await sleep(3_000);
      }
      for (const { etcd } of machines) {
        await etcd.stop();
        etcd.start();
        await sleep(5_000);
      }
      await restartPatroni(machines);
      await haproxy.restart();
      return [];
    },
  },
  {
    name: 'a minor upgrade of PostgreSQL, one machine after the other',
    allowed: 3_000,
    happens: upgradePostgresMinor,
  },
  {
    name: 'the major upgrade of PostgreSQL from 15 to 18, by pg_upgrade',
    allowed: 120_000,
    outlastsLeases: true,
    prepares: prepareNextDebian,
    happens: upgradePostgresMajor,
  },
];

/** Tries to write on a machine that leads no more, for so many seconds; a write that it acknowledges is wrong. */
async function writesOf(machine: Machine, seconds: number): Promise<readonly string[]> {
  const statement = 'create table if not exists drill_probe (at timestamptz); insert into drill_probe values (now())';
  // A few seconds in which it may not know yet, and HAProxy does: what it wrote then is with its replica, too.
  await sleep(14_000);
  for (const end = performance.now() + (seconds - 14) * 1_000; performance.now() < end; ) {
    const written = await machine.run('timeout', '2', 'psql', '-v', 'ON_ERROR_STOP=1', '-c', statement).then(
      () => true,
      () => false,
    );
    if (written) return [`${machine.host.name} acknowledged a write after another machine led.`];
  }
  return [];
}
