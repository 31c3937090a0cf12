import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startMailServer } from '../../apps/server/test/receivers/mail-server.ts';
import { freePorts } from '../bed/free-ports.ts';
import { type BedNode, startNode } from '../bed/node.ts';
import type * as bedSeed from '../bed/seed.ts';
import type { Staff } from '../faults/load.ts';
import { type Nginx, startNginx } from '../faults/nginx.ts';
import { type Monitored, type Prometheus, startPrometheus } from '../night/prometheus.ts';
import { seedVersion1 } from '../upgrade/older.ts';
import { type HaProxy, startHaProxy } from './haproxy.ts';
import { type Host, openHosts } from './hosts.ts';
import { leader, type Machine, prepareBackups, prepareMachine, whole } from './machine.ts';

const current = fileURLToPath(new URL('../..', import.meta.url));

/** A cluster of three machines, and two servers of Keyhold behind nginx. */
export interface Place {
  readonly machines: readonly Machine[];
  readonly haproxy: HaProxy;
  readonly nodes: readonly BedNode[];
  readonly nginx: Nginx;
  readonly staff: Staff;
  /** With the shipped rules, unshortened. */
  readonly prometheus: Prometheus;
  /** The database by HAProxy. */
  readonly connectionString: string;
  /** The drill's folder. */
  readonly folder: string;
  /** Stops each server in turn, and starts the current version in its place. */
  upgradeNodes(): Promise<void>;
  /** Has something else closed with this place. */
  closeToo(close: () => Promise<unknown>): void;
  close(): Promise<void>;
}

const servers = 2;
/** More people than seats, so that they contend. */
const people = 6;
const seats = 4;
const password = 'drill';
/** People in an installation of version 1.0 besides those who work. */
const others = 20_000;

/**
 * Starts everything. Requires root, and Debian's packages that scripts/proofs/drill-cluster.mjs names.
 *
 * @param version1 a checkout of version 1.0, for an installation that is upgraded later
 */
export async function openPlace(version1?: string): Promise<Place> {
  const folder = await mkdtemp(join(tmpdir(), 'keyhold-cluster-'));
  await chmod(folder, 0o711);
  const opened: (() => Promise<unknown>)[] = [];
  if (!process.env['KEYHOLD_DRILL_KEEP'])
    opened.push(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  const close = async () => {
    for (const one of opened.splice(0).reverse()) await one().catch((error: unknown) => console.error(error));
  };
  try {
    const { hosts, close: disconnect } = await openHosts(3);
    opened.push(disconnect);
    await prepareBackups(folder);
    const machines = await Promise.all(hosts.map((host) => prepareMachine(folder, host, hosts)));
    opened.push(() => stopMachines(machines));
    await startMachines(machines);
    const haproxy = await startHaProxy(join(folder, 'haproxy'), hosts);
    opened.push(() => haproxy.stop());
    await prepareDatabase(await leader(machines));
    const connectionString = `postgresql://keyhold:${password}@127.0.0.1:${haproxy.ports[0]}/keyhold`;
    const [nginxPort = 0, prometheusPort = 0, ...free] = await freePorts(2 + 2 * servers);
    const [ports, metrics] = [free.slice(0, servers), free.slice(servers)];
    if (version1 !== undefined) await seedVersion1(version1, connectionString, others);
    const mail = await startMailServer();
    opened.push(() => mail.stop());
    const nodes: BedNode[] = [];
    opened.push(() => Promise.all(nodes.map((node) => node.stop())));
    const start = async (index: number, checkout = current) => {
      const data = join(folder, `node-${index + 1}`);
      nodes[index] = await startServer({
        data,
        checkout,
        port: ports[index] ?? 0,
        metricsPort: metrics[index] ?? 0,
        connectionString,
        mailUrl: mail.url,
      });
    };
    for (const index of ports.keys()) await start(index, version1);
    const upgradeNodes = async () => {
      for (const [index, node] of [...nodes.entries()]) {
        await node.stop();
        await start(index);
        // Until nginx uses it again, as operations.md says.
        await sleep(3_000);
      }
    };
    const prometheus = await startPrometheus(
      join(folder, 'prometheus'),
      prometheusPort,
      metrics,
      1,
      clusterJobs(hosts),
    );
    opened.push(prometheus.stop);
    const nginx = await startNginx(join(folder, 'nginx'), nginxPort, ports);
    opened.push(() => nginx.stop());
    const staff = await hire(version1 ?? current, connectionString);
    const closeToo = (one: () => Promise<unknown>) => void opened.push(one);
    const parts = { machines, haproxy, nodes, nginx, staff, prometheus, connectionString, folder };
    return { ...parts, upgradeNodes, closeToo, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Creates the cluster as operations.md says: etcd everywhere, Patroni on one machine, then on the others, then backups. */
export async function startMachines(machines: readonly Machine[]): Promise<void> {
  for (const { etcd } of machines) etcd.start();
  const [first, ...others] = machines;
  first?.patroni.start();
  await leader(machines);
  for (const { patroni } of others) patroni.start();
  await whole(machines);
  for (const { pgbackrest } of machines) pgbackrest.start();
  await first?.run('pgbackrest', '--stanza=keyhold', 'stanza-create');
}

/** What Prometheus monitors of the machines. */
export function clusterJobs(hosts: readonly Host[]): readonly Monitored[] {
  return [
    { job: 'patroni', targets: hosts.map(({ address }) => `${address}:8008`) },
    { job: 'etcd', targets: hosts.map(({ address }) => `${address}:2379`) },
  ];
}

export async function stopMachines(machines: readonly Machine[]): Promise<void> {
  await Promise.all(machines.map(({ patroni, pgbackrest }) => Promise.all([patroni.stop(), pgbackrest.stop()])));
  await Promise.all(machines.map(({ etcd }) => etcd.stop()));
}

/** As an administrator of PostgreSQL prepares it for Keyhold. */
async function prepareDatabase(primary: Machine): Promise<void> {
  for (const statement of [
    `create role keyhold login password '${password}'`,
    "create database keyhold owner keyhold encoding 'UTF8' template template0",
    'create role keyhold_app nologin',
    'grant keyhold_app to keyhold',
    'grant pg_monitor to keyhold',
  ]) {
    await primary.run('psql', '-v', 'ON_ERROR_STOP=1', '-c', statement);
  }
}

async function startServer({
  data,
  checkout,
  port,
  metricsPort,
  connectionString,
  mailUrl,
}: {
  readonly data: string;
  readonly checkout: string;
  readonly port: number;
  readonly metricsPort: number;
  readonly connectionString: string;
  readonly mailUrl: string;
}): Promise<BedNode> {
  await mkdir(data, { recursive: true });
  return startNode({
    port,
    data,
    checkout,
    environment: {
      NODE_ENV: 'production',
      DATABASE_URL: connectionString,
      SMTP_URL: mailUrl,
      KEYHOLD_METRICS_PORT: String(metricsPort),
      // The drill's receiver of webhooks is on this machine.
      KEYHOLD_WEBHOOKS_ALLOW_PRIVATE: 'true',
      KEYHOLD_TRUST_PROXY: 'loopback',
      // As operations.md recommends behind nginx.
      KEYHOLD_DRAIN_SECONDS: '1',
    },
  });
}

/** Creates people who can sign in, and fewer seats than people, by the code of that version. */
async function hire(checkout: string, connectionString: string): Promise<Staff> {
  const { openSeed }: typeof bedSeed = await import(join(checkout, 'bench', 'bed', 'seed.ts'));
  const seed = await openSeed(connectionString);
  try {
    const account = await seed.createAccount('Acme Print');
    const [administrator] = await seed.createPeople(account, 1, { role: 'Administrator' });
    if (!administrator) throw new Error('Nobody was hired.');
    const product = await seed.createProduct('studio', { heartbeat: 5, lease: 15 });
    await seed.issueLicenses(account, 'studio', seats);
    return { account, administrator, people: await seed.createPeople(account, people), product };
  } finally {
    await seed.close();
  }
}
