import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePorts } from '../bed/free-ports.ts';
import { type BedNode, startNode } from '../bed/node.ts';
import { openSeed } from '../bed/seed.ts';
import type { Staff } from '../faults/load.ts';
import { type Nginx, startNginx } from '../faults/nginx.ts';
import { type HaProxy, startHaProxy } from './haproxy.ts';
import { openHosts } from './hosts.ts';
import { leader, type Machine, prepareBackups, prepareMachine, whole } from './machine.ts';

/** A cluster of three machines, and two servers of Keyhold behind nginx. */
export interface Place {
  readonly machines: readonly Machine[];
  readonly haproxy: HaProxy;
  readonly nodes: readonly BedNode[];
  readonly nginx: Nginx;
  readonly staff: Staff;
  /** The database by HAProxy. */
  readonly connectionString: string;
  close(): Promise<void>;
}

const servers = 2;
/** More people than seats, so that they contend. */
const people = 6;
const seats = 4;
const password = 'drill';

/** Starts everything. Requires root, and Debian's packages patroni, etcd-server, haproxy, pgbackrest, postgresql and nginx. */
export async function openPlace(): Promise<Place> {
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
    const [nginxPort = 0, ...ports] = await freePorts(1 + servers);
    const nodes: BedNode[] = [];
    for (const port of ports) {
      const node = await startServer(folder, port, connectionString);
      opened.push(() => node.stop());
      nodes.push(node);
    }
    const nginx = await startNginx(join(folder, 'nginx'), nginxPort, ports);
    opened.push(() => nginx.stop());
    return { machines, haproxy, nodes, nginx, staff: await hire(connectionString), connectionString, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Creates the cluster as operations.md says: etcd everywhere, Patroni on one machine, then on the others, then backups. */
async function startMachines(machines: readonly Machine[]): Promise<void> {
  for (const { etcd } of machines) etcd.start();
  const [first, ...others] = machines;
  first?.patroni.start();
  await leader(machines);
  for (const { patroni } of others) patroni.start();
  await whole(machines);
  for (const { pgbackrest } of machines) pgbackrest.start();
  await first?.run('pgbackrest', '--stanza=keyhold', 'stanza-create');
}

async function stopMachines(machines: readonly Machine[]): Promise<void> {
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

async function startServer(folder: string, port: number, connectionString: string): Promise<BedNode> {
  const data = join(folder, `node-${port}`);
  await mkdir(data);
  return startNode({
    port,
    data,
    environment: {
      NODE_ENV: 'production',
      DATABASE_URL: connectionString,
      KEYHOLD_TRUST_PROXY: 'loopback',
      // As operations.md recommends behind nginx.
      KEYHOLD_DRAIN_SECONDS: '1',
    },
  });
}

/** Creates people who can sign in, and fewer seats than people. */
async function hire(connectionString: string): Promise<Staff> {
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
