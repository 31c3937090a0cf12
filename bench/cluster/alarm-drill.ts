import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePorts } from '../bed/free-ports.ts';
import { type Prometheus, startPrometheus } from '../night/prometheus.ts';
import { openHosts } from './hosts.ts';
import { leader, type Machine, prepareBackups, prepareMachine, whole } from './machine.ts';
import { clusterJobs, startMachines, stopMachines } from './place.ts';

/** What lasts until its alarm is raised, and how it is mended. */
interface ClusterFault {
  readonly name: string;
  readonly alarm: string;
  /** Happens, and returns what mends it. */
  happens(machines: readonly Machine[]): Promise<() => unknown>;
}

export const clusterFaults: readonly ClusterFault[] = [
  {
    name: 'a replica does not apply WAL',
    alarm: 'KeyholdReplicaBehind',
    async happens(machines) {
      const { primary, others } = await roles(machines);
      const replica = others[1];
      if (!replica) throw new Error('There is no second replica.');
      const pid = await replica.run('psql', '-Atc', "select pid from pg_stat_activity where backend_type = 'startup'");
      process.kill(Number(pid), 'SIGSTOP');
      await primary.run('psql', '-c', "create table t as select i, repeat('x', 300) from generate_series(1, 250000) i");
      return () => process.kill(Number(pid), 'SIGCONT');
    },
  },
  {
    name: 'Patroni on a machine is stopped',
    alarm: 'KeyholdMachineDown',
    async happens(machines) {
      const { others } = await roles(machines);
      await others[1]?.patroni.stop();
      return () => others[1]?.patroni.start();
    },
  },
  {
    name: 'both replicas are stopped',
    alarm: 'KeyholdNothingSynchronous',
    async happens(machines) {
      const { others } = await roles(machines);
      for (const { patroni } of others) await patroni.stop();
      return () => others.forEach(({ patroni }) => void patroni.start());
    },
  },
  {
    name: 'a member of etcd is stopped',
    alarm: 'KeyholdEtcdMemberDown',
    async happens([machine]) {
      await machine?.etcd.stop();
      return () => machine?.etcd.start();
    },
  },
  {
    name: 'two members of etcd are stopped',
    alarm: 'KeyholdNoPrimary',
    async happens([, ...machines]) {
      for (const { etcd } of machines) await etcd.stop();
      return () => machines.forEach(({ etcd }) => void etcd.start());
    },
  },
];

/** The primary, and the others with the synchronous replica first. */
async function roles(machines: readonly Machine[]) {
  await whole(machines);
  const primary = await leader(machines);
  const states = await Promise.all(machines.map((machine) => machine.state()));
  const isSynchronous = (machine: Machine) => Number(states[machines.indexOf(machine)]?.sync_standby ?? false);
  const others = machines.filter((machine) => machine !== primary);
  return { primary, others: others.toSorted((one, other) => isSynchronous(other) - isSynchronous(one)) };
}

/** Divides the durations of the rules, as the drill of the other alarms does. */
const factor = 12;
/** Longest wait for an alarm to be raised, or to end, in seconds. */
const patience = 180;

/** Causes each fault of a cluster until its alarm is raised, mends it, and waits until it ends. Nobody works meanwhile. */
export async function drillAlarms(): Promise<readonly Readonly<Record<string, string>>[]> {
  const folder = await mkdtemp(join(tmpdir(), 'keyhold-alarms-'));
  await chmod(folder, 0o711);
  const { hosts, close } = await openHosts(3);
  await prepareBackups(folder);
  const machines = await Promise.all(hosts.map((host) => prepareMachine(folder, host, hosts)));
  const [port = 0] = await freePorts(1);
  const prometheus = await startPrometheus(join(folder, 'prometheus'), port, [], factor, clusterJobs(hosts));
  const end = async () => {
    await prometheus.stop();
    await stopMachines(machines);
    await close();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => void end().finally(() => process.exit(130)));
  }
  try {
    await startMachines(machines);
    const rows: Readonly<Record<string, string>>[] = [];
    for (const { name, alarm, happens } of clusterFaults) {
      const mend = await happens(machines);
      const raised = await seconds(prometheus, alarm, true);
      const also = [...(await prometheus.firing())].filter((other) => other !== alarm).toSorted();
      await mend();
      const ended = await seconds(prometheus, alarm, false);
      rows.push({
        fault: name,
        alarm,
        'raised after': raised,
        'ended after it was mended': ended,
        'also raised': also.join(', ') || '–',
      });
    }
    return rows;
  } finally {
    await end();
  }
}

/** How long it takes until an alarm is raised, or not raised any more. */
async function seconds(prometheus: Prometheus, alarm: string, isRaised: boolean): Promise<string> {
  const begun = performance.now();
  const passed = () => Math.round((performance.now() - begun) / 1_000);
  while (passed() < patience) {
    if ((await prometheus.firing()).has(alarm) === isRaised) return `${passed()} s`;
    await sleep(500);
  }
  throw new Error(`${alarm} was not ${isRaised ? 'raised' : 'ended'} within ${patience} s.`);
}
