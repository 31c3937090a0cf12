import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startMailServer } from '../../apps/server/test/receivers/mail-server.ts';
import { freePorts } from '../bed/free-ports.ts';
import { type BedNode, startNode } from '../bed/node.ts';
import { openSeed } from '../bed/seed.ts';
import type { Staff } from './load.ts';
import { type Network, openNetwork } from './network.ts';
import { type Nginx, startNginx } from './nginx.ts';
import { type PgBouncer, startPgBouncer } from './pgbouncer.ts';
import { createPostgres, createReplica, type Postgres } from './postgres.ts';
import { folderFor, programAt } from './programs.ts';

/** A server, its connection to the database, and the file with the offset of its clock. */
export interface Member {
  readonly node: BedNode;
  readonly port: number;
  readonly metricsPort: number;
  readonly network: Network;
  setClock(offset: string): Promise<void>;
}

/** A complete installation: servers behind nginx, PgBouncer, PostgreSQL with a replica, a mail server. */
export interface Place {
  readonly nginx: Nginx;
  readonly members: readonly Member[];
  readonly pgbouncer: PgBouncer;
  readonly primary: Postgres;
  readonly replica: Postgres;
  readonly staff: Staff;
  readonly mail: Awaited<ReturnType<typeof openMail>>;
  /** The mount point of a separate disk for the primary's data, small enough to be filled. */
  readonly disk: string;
  close(): Promise<void>;
}

/** The number of servers. */
const servers = 3;
/** Size of the primary's disk. */
const diskSize = '450m';
/** More people than seats, so that they contend. */
const people = 6;
const seats = 4;

/**
 * Starts everything. Requires root, to mount the disk, and Debian's packages nginx, pgbouncer, postgresql and faketime.
 *
 * @param settings additional settings of every server
 */
export async function openPlace(settings: Readonly<Record<string, string>> = {}): Promise<Place> {
  const folder = await mkdtemp(join(tmpdir(), 'keyhold-faults-'));
  await chmod(folder, 0o711);
  const opened: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true, maxRetries: 5 })];
  const keep = <Part>(part: Part, close: (part: Part) => Promise<unknown>): Part => {
    opened.push(() => close(part));
    return part;
  };
  const close = async () => {
    for (const one of opened.splice(0).reverse()) await one().catch((error: unknown) => console.error(error));
  };
  try {
    const [primaryPort = 0, replicaPort = 0, pgbouncerPort = 0, nginxPort = 0, ...ports] = await freePorts(4 + servers);
    const disk = keep(await mountDisk(join(folder, 'primary')), unmount);
    const primary = keep(await createPostgres(disk, primaryPort), (one) => one.stop());
    const replicaFolder = await folderFor(join(folder, 'replica'));
    const replica = keep(await createReplica(primary, replicaFolder, replicaPort), (one) => one.stop());
    const pgbouncerFolder = await folderFor(join(folder, 'pgbouncer'));
    const pgbouncer = keep(await startPgBouncer(pgbouncerFolder, pgbouncerPort, primaryPort), (one) => one.stop());
    const mail = keep(await openMail(), (one) => one.stop());
    const members: Member[] = [];
    for (const port of ports) {
      const network = keep(await openNetwork(pgbouncerPort), (one) => one.close());
      const smtp = { SMTP_URL: mail.url };
      members.push(keep(await startMember(folder, port, network, { ...settings, ...smtp }), ({ node }) => node.stop()));
    }
    const nginx = keep(await startNginx(join(folder, 'nginx'), nginxPort, ports), (one) => one.stop());
    const staff = await hire(pgbouncerPort);
    return { nginx, members, pgbouncer, primary, replica, staff, mail, disk, close };
  } catch (error) {
    await close();
    throw error;
  }
}

const run = promisify(execFile);

async function mountDisk(path: string): Promise<string> {
  await mkdir(path);
  await run('mount', ['-t', 'tmpfs', '-o', `size=${diskSize}`, 'keyhold-faults', path]);
  return folderFor(path);
}

async function unmount(path: string): Promise<void> {
  await run('umount', [path]);
}

async function startMember(
  folder: string,
  port: number,
  network: Network,
  settings: Readonly<Record<string, string>>,
): Promise<Member> {
  const [metricsPort = 0] = await freePorts(1);
  const data = join(folder, `node-${port}`);
  await mkdir(data);
  const clock = join(data, 'clock');
  const setClock = (offset: string) => writeFile(clock, `${offset}\n`);
  await setClock('+0');
  const library = programAt('faketime', ...libraries.map((machine) => `/usr/lib/${machine}/faketime/libfaketime.so.1`));
  const node = await startNode({
    port,
    data,
    environment: {
      NODE_ENV: 'production',
      DATABASE_URL: `postgresql://keyhold@127.0.0.1:${network.port}/keyhold`,
      DATABASE_DIRECT_URL: `postgresql://keyhold@127.0.0.1:${network.port}/keyhold_session`,
      KEYHOLD_METRICS_PORT: String(metricsPort),
      ...settings,
      KEYHOLD_TRUST_PROXY: 'loopback',
      // As operations.md recommends behind nginx.
      KEYHOLD_DRAIN_SECONDS: '1',
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: clock,
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      DONT_FAKE_MONOTONIC: '1',
    },
  });
  return { node, port, metricsPort, network, setClock };
}

const libraries = ['x86_64-linux-gnu', 'aarch64-linux-gnu'];

/** A mail server that can be stopped and restarted at the same address. */
async function openMail() {
  const servers = [await startMailServer()];
  const url = servers[0]?.url ?? '';
  return {
    url,
    mails: () => servers.flatMap(({ mails }) => mails),
    stop: async () => servers.at(-1)?.stop(),
    start: async () => {
      servers.push(await startMailServer({}, Number(new URL(url).port)));
    },
  };
}

/** Creates people who can sign in, and fewer seats than people. */
async function hire(port: number): Promise<Staff> {
  const seed = await openSeed(`postgresql://keyhold@127.0.0.1:${port}/keyhold_session`);
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
