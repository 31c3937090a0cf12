import { chmod, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DemoCredential } from '../../apps/demo/src/credentials.ts';
import { type BedDatabase, borrowedDatabase, startBedDatabase } from './database.ts';
import { freePorts } from './free-ports.ts';
import { type BedNode, startNode } from './node.ts';
import { openSeed, type Seed } from './seed.ts';

/** The options of a bed. */
interface BedOptions {
  /** How many server processes share the database. */
  readonly nodes: number;
  /** Settings of the servers beside the production ones, such as `KEYHOLD_METRICS_PORT`. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Options of Node.js for the servers, such as `--cpu-prof`. */
  readonly nodeOptions?: readonly string[];
  /** The address of an empty database to use; by default the bed starts its own PostgreSQL. */
  readonly database?: string;
  /** PostgreSQL settings on top of the product's own. */
  readonly databaseSettings?: Readonly<Record<string, string>>;
  /** Start with the demo's people and licenses instead of an empty database. */
  readonly demo?: boolean;
  /** The checkout whose server runs; this one by default. Seeding always uses the code of this one. */
  readonly checkout?: string | undefined;
}

/** One PostgreSQL and the Keyhold servers on it, for benchmarks and for tests of guarantees. */
export interface Bed {
  readonly database: BedDatabase;
  readonly nodes: readonly BedNode[];
  /** Puts accounts, people, products and licenses into the database directly, many at once. */
  readonly seed: Seed;
  /** The people who can sign in; none unless the bed started with the demo. */
  readonly credentials: readonly DemoCredential[];
  /** A folder for other files of a run; removed with the bed. */
  readonly folder: string;
  /** Stops everything and removes its files. */
  close(): Promise<void>;
}

/**
 * Starts a PostgreSQL in a temporary folder, unless it is given a database, and Keyhold servers on it, in separate
 * processes with the settings of production, and waits until they answer. An interrupted run stops them, too; if this
 * process is killed, they end by themselves.
 *
 * @throws {Error} with the output of a server that does not start.
 * @example
 * const bed = await openBed({ nodes: 2 });
 * try {
 *   const account = await bed.seed.createAccount('Acme Print');
 *   const [ada] = await bed.seed.createPeople(account, 1, { role: 'Administrator' });
 *   const client = openHttpClient(bed.nodes[0].url);
 *   await client.send('GET', '/iam/v1/tags', { token: ada.token });
 * } finally {
 *   await bed.close();
 * }
 */
export async function openBed(options: BedOptions): Promise<Bed> {
  const folder = await mkdtemp(join(tmpdir(), 'keyhold-bed-'));
  // As root, PostgreSQL runs as another user, who must be able to traverse the folder.
  await chmod(folder, 0o711);
  const opened: (() => Promise<void>)[] = [() => rm(folder, { recursive: true, force: true, maxRetries: 5 })];
  let closed: Promise<void> | undefined;
  const closeAll = async () => {
    for (const signal of endingSignals) process.off(signal, interrupt);
    for (const close of opened.splice(0).reverse()) await close();
  };
  const close = () => {
    closed ??= closeAll();
    return closed;
  };
  const interrupt = () => void close().finally(() => process.exit(130));
  for (const signal of endingSignals) process.on(signal, interrupt);
  try {
    const database =
      options.database === undefined
        ? await startBedDatabase(join(folder, 'database'), options.databaseSettings)
        : borrowedDatabase(options.database);
    opened.push(() => database.stop());
    const credentials = options.demo ? await insertDemo(folder, database) : [];
    const ports = await freePorts(options.nodes);
    const nodes: BedNode[] = [];
    for (const [index, port] of ports.entries()) {
      const data = join(folder, `node-${index + 1}`);
      await mkdir(data);
      const environment = { ...options.environment, NODE_ENV: 'production', DATABASE_URL: database.connectionString };
      const node = await startNode({
        port,
        data,
        environment,
        nodeOptions: options.nodeOptions,
        checkout: options.checkout,
      });
      opened.push(() => node.stop());
      nodes.push(node);
    }
    const seed = await openSeed(database.connectionString);
    opened.push(() => seed.close());
    return { database, nodes, seed, credentials, folder, close };
  } catch (error) {
    await close();
    throw error;
  }
}

const endingSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Fills the database by starting a server with the demo; production servers then work on it. */
async function insertDemo(folder: string, database: BedDatabase): Promise<DemoCredential[]> {
  const [port] = await freePorts(1);
  const data = join(folder, 'demo');
  await mkdir(data);
  const node = await startNode({ port: port ?? 0, data, environment: { DATABASE_URL: database.connectionString } });
  const credentials = await readFile(join(data, 'demo-credentials.json'), 'utf8').finally(() => node.stop());
  return JSON.parse(credentials) as DemoCredential[];
}
