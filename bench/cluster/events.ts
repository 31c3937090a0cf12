import { setTimeout as sleep } from 'node:timers/promises';
import { leader, type Machine, restartPatroni, switchOver, whole } from './machine.ts';
import type { Place } from './place.ts';
import { upgradePostgresMajor } from './upgrade-major.ts';
import { upgradeKeyhold, upgradePostgresMinor } from './upgrades.ts';

/** Something that happens to the cluster. */
export interface Event {
  readonly name: string;
  /** The longest that writes may fail, in milliseconds; without it, no request may fail. */
  readonly allowed?: number;
  /** Whether the installation must be one of version 1.0 before. */
  readonly fromVersion1?: true;
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
      const states = await Promise.all(machines.map((machine) => machine.state()));
      const replica = machines[states.findIndex((state) => state?.sync_standby)];
      if (!replica) return ['No replica is synchronous.'];
      const processes = await replica.receivers();
      for (const pid of processes) process.kill(pid, 'SIGSTOP');
      await sleep(20_000);
      for (const pid of processes) process.kill(pid, 'SIGCONT');
      await whole(machines);
      return [];
    },
  },
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
