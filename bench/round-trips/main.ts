// `npm run bench:round-trips`: measures a read with a tenant's settings and a transaction of two writes, by the package
// pg-round-trip and by node-postgres in its two modes, in turn on one PostgreSQL.
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { defer, inAutocommit, inTransaction, type Opening, openDatabase } from '@keyhold/pg-round-trip';
import { CompiledQuery, type Kysely } from 'kysely';
import pg from 'pg';
import { startBedDatabase } from '../bed/database.ts';

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '9' }, milliseconds: { type: 'string', default: '500' } },
});
/** The number of requests in flight at once, and of the connections that they share. */
const requests = 32;
const connections = 10;

interface Schema {
  things: { id: number; name: string };
}
const setting = `select set_config('bench.tenant', $1, true)`;
const opening: Opening = { statements: [{ text: setting, values: ['acme'] }] };
/** Ignores errors, because PostgreSQL is stopped while connections are still closing. */
function createPool(config: pg.PoolConfig): pg.Pool {
  return new pg.Pool(config).on('error', () => undefined);
}
const someId = () => 1 + Math.floor(Math.random() * 1000);

type Contender = Readonly<Record<'read' | 'write', () => Promise<unknown>>>;

/** Every contender builds its queries with Kysely. */
const select = (tx: Kysely<Schema>, id: number) => tx.selectFrom('things').select(['id', 'name']).where('id', '=', id);
const update = (tx: Kysely<Schema>, id: number, name: string) =>
  tx.updateTable('things').set({ name }).where('id', '=', id);

function byPackage(config: pg.PoolConfig) {
  const db = openDatabase<Schema>(createPool(config));
  const contender: Contender = {
    read: () => inAutocommit(db, opening, (tx) => select(tx, someId()).execute()),
    write: () =>
      inTransaction(db, opening, async (tx) => {
        const id = someId();
        await select(tx, id).execute();
        for (const name of ['one', 'two']) defer(tx, update(tx, id, name));
      }),
  };
  return { contender, end: () => db.destroy() };
}

/** @param config with `pipeline`, statements that do not need an earlier result are sent without awaiting it */
function byDriver(config: pg.PoolConfig & { readonly pipeline?: boolean }) {
  const pool = createPool(config);
  const db = openDatabase<Schema>(pool);
  const [begin, commit] = ['begin', 'commit'].map((text) => CompiledQuery.raw(text));
  const set = CompiledQuery.raw(setting, ['acme']);
  async function run(...steps: readonly (readonly (CompiledQuery | undefined)[])[]) {
    const client = await pool.connect();
    try {
      for (const step of steps) {
        const queries = step.flatMap((one) =>
          one ? { name: one.sql, text: one.sql, values: [...one.parameters] } : [],
        );
        if (config.pipeline) await Promise.all(queries.map((query) => client.query(query)));
        else for (const query of queries) await client.query(query);
      }
    } finally {
      client.release();
    }
  }
  const contender: Contender = {
    read: () => run([begin, set, select(db, someId()).compile(), commit]),
    write: () => {
      const id = someId();
      const updates = ['one', 'two'].map((name) => update(db, id, name).compile());
      return run([begin, set, select(db, id).compile()], [...updates, commit]);
    },
  };
  return { contender, end: () => pool.end() };
}

/** The executions of work per second by all requests together. */
async function rateOf(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  const end = began + Number(values.milliseconds);
  let done = 0;
  await Promise.all(
    Array.from({ length: requests }, async () => {
      for (; performance.now() < end; done += 1) await work();
    }),
  );
  return (done * 1000) / (performance.now() - began);
}

const folder = await mkdtemp(join(tmpdir(), 'round-trips-'));
// PostgreSQL's own user must be able to traverse the folder.
await chmod(folder, 0o711);
const database = await startBedDatabase(join(folder, 'data'), { synchronous_commit: 'off' });
const config = { connectionString: database.connectionString, max: connections };
const contenders = {
  'pg-round-trip': byPackage(config),
  'pg, one query after the other': byDriver(config),
  'pg, pipeline mode': byDriver({ ...config, pipeline: true }),
};
try {
  const client = new pg.Client(config);
  await client.connect();
  await client.query('create table things (id integer primary key, name text)');
  await client.query(`insert into things select n, 'thing' from generate_series(1, 1000) as n`);
  await client.end();
  for (const what of ['read', 'write'] as const) {
    const rates = Object.entries(contenders).map(([name, { contender }]) => ({ name, contender, all: [] as number[] }));
    for (let round = 0; round < Number(values.rounds); round += 1)
      for (const { contender, all } of rates) all.push(await rateOf(contender[what]));
    const medians = rates.map(({ name, all }) => ({
      name,
      rate: all.sort((a, b) => a - b)[all.length >> 1] ?? Number.NaN,
    }));
    const [ours] = medians;
    for (const { name, rate } of medians)
      console.log(
        `${what}  ${name}: ${Math.round(rate)}/s${ours && name !== ours.name ? ` (${(ours.rate / rate).toFixed(2)} times as many by the package)` : ''}`,
      );
  }
} finally {
  for (const { end } of Object.values(contenders)) await end();
  await database.stop();
  await rm(folder, { recursive: true, force: true });
}
