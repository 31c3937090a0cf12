import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { type BedDatabase, startBedDatabase } from '../bed/database.ts';
import { freePorts } from '../bed/free-ports.ts';
import { type BedNode, startNode } from '../bed/node.ts';
import type * as bedSeed from '../bed/seed.ts';
import type { Staff } from '../faults/load.ts';
import { type Nginx, startNginx } from '../faults/nginx.ts';
import { seedVersion1 } from './older.ts';

/** An installation of version 1.0 behind nginx, whose servers are replaced. */
export interface Place {
  readonly database: BedDatabase;
  readonly nginx: Nginx;
  readonly older: readonly BedNode[];
  readonly staff: Staff;
  /** Starts a server of the current version and waits until it is ready. */
  startNew(): Promise<BedNode>;
  close(): Promise<void>;
}

/** The number of servers of each version. */
export const servers = 2;
/** Clients with a device each, and fewer seats than clients. */
const devices = 6;
const seats = 4;

/** Creates the installation, with so many people besides the staff. */
export async function openPlace(checkout: string, people: number): Promise<Place> {
  const folder = await mkdtemp(join(tmpdir(), 'keyhold-upgrade-'));
  await chmod(folder, 0o711);
  const opened: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true, maxRetries: 5 })];
  const close = async () => {
    for (const one of opened.splice(0).reverse()) await one().catch((error: unknown) => console.error(error));
  };
  try {
    const [nginxPort = 0, ...ports] = await freePorts(1 + 2 * servers);
    const database = await startBedDatabase(join(folder, 'database'));
    opened.push(() => database.stop());
    await seedVersion1(checkout, database.connectionString, people);
    await signPeopleIn(database.connectionString);
    const start = async (which?: string) => {
      const port = ports.shift() ?? 0;
      const data = join(folder, `node-${port}`);
      await mkdir(data);
      const node = await startNode({
        port,
        data,
        checkout: which,
        environment: {
          NODE_ENV: 'production',
          DATABASE_URL: database.connectionString,
          KEYHOLD_TRUST_PROXY: 'loopback',
          // As operations.md recommends behind nginx.
          KEYHOLD_DRAIN_SECONDS: '1',
        },
      });
      opened.push(() => node.stop());
      return node;
    };
    const older: BedNode[] = [];
    while (older.length < servers) older.push(await start(checkout));
    const nginx = await startNginx(join(folder, 'nginx'), nginxPort, older.map(portOf));
    opened.push(() => nginx.stop());
    const staff = await hire(checkout, database.connectionString);
    return { database, nginx, older, staff, startNew: () => start(), close };
  } catch (error) {
    await close();
    throw error;
  }
}

export function portOf(node: BedNode): number {
  return Number(new URL(node.url).port);
}

/** Creates sessions for a fifth of all people, as on a working day. */
async function signPeopleIn(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query(`set keyhold.account = '*'`);
    await client.query(`
      insert into sessions ("user-id", "account-id", "expires-on", address, "user-agent")
      select id, "account-id", now() + interval '12 hours', '192.0.2.1', 'Studio/26.1' from users
      where status = 'Active' and hashtext(id::text) % 5 = 0`);
    await client.query('vacuum analyze sessions');
  } finally {
    await client.end();
  }
}

/** Creates people who can sign in, by version 1.0's own code. */
async function hire(checkout: string, connectionString: string): Promise<Staff> {
  const { openSeed }: typeof bedSeed = await import(join(checkout, 'bench', 'bed', 'seed.ts'));
  const seed = await openSeed(connectionString);
  try {
    const account = await seed.createAccount('Drill');
    const [administrator] = await seed.createPeople(account, 1, { role: 'Administrator' });
    if (!administrator) throw new Error('Nobody was hired.');
    const product = await seed.createProduct('drill', { heartbeat: 5, lease: 15 });
    await seed.issueLicenses(account, 'drill', seats);
    return { account, administrator, people: await seed.createPeople(account, devices), product };
  } finally {
    await seed.close();
  }
}
