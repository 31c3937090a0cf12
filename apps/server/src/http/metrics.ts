import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { inTransaction, poolLoad, type Transaction } from '../db/database.ts';
import { now } from '../db/expressions.ts';
import { ProblemError } from '../problem.ts';
import type { Services } from '../services.ts';

/** A server's metrics for Prometheus. */
export interface Metrics {
  readonly contentType: string;
  /** All metrics, with their current values. */
  read(): Promise<string>;
  /** Counts a completed request. */
  observe(call: string, status: number, seconds: number): void;
  /** Counts a run of a background job. */
  observeJob(job: string, succeeded: boolean, seconds: number): void;
}

const jobBuckets = [0.01, 0.1, 1, 10, 60, 600];
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Measures this server's requests and process, and mail and leases in the database when the metrics are read. */
export function createMetrics({
  db,
  passwords,
  streams,
  log,
}: Pick<Services, 'db' | 'passwords' | 'streams' | 'log'>): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'keyhold_request_duration_seconds',
    help: 'Time until a request was answered, by call and class of status.',
    labelNames: ['call', 'status'],
    buckets,
    registers,
  });
  const jobs = new Histogram({
    name: 'keyhold_job_duration_seconds',
    help: 'Duration of the runs of background jobs, by job and result.',
    labelNames: ['job', 'result'],
    buckets: jobBuckets,
    registers,
  });
  const gauge = (name: string, help: string, ...labelNames: string[]) =>
    new Gauge({ name: `keyhold_${name}`, help, labelNames, registers });
  const connections = gauge('database_connections', 'Connections of the pool to the database.', 'state');
  const waiting = gauge('database_waiting', 'Transactions that wait for a connection.');
  const hashes = gauge('password_hashes', 'Passwords that are being hashed, and that wait for it.', 'state');
  const openStreams = gauge('event_streams', 'Open event streams.');
  const reachable = gauge('database_up', 'Whether the database could be asked for what follows.');
  const outbox = gauge('outbox_mails', 'Mails that have not been sent yet.');
  const leases = gauge('leases', 'Licenses by the state of their lease.', 'state');

  async function readDatabase(): Promise<void> {
    try {
      const counted = await readSample(db);
      outbox.set(counted.mails);
      for (const [state, count] of Object.entries(counted.leases)) leases.set({ state }, count);
      reachable.set(1);
    } catch (error) {
      log.warn({ err: error }, 'The metrics of the database could not be read.');
      // Unknown values are left out.
      outbox.remove();
      leases.reset();
      reachable.set(0);
    }
  }

  return {
    contentType: registry.contentType,
    async read() {
      await readDatabase();
      const pool = poolLoad(db);
      connections.set({ state: 'in-use' }, pool.inUse);
      connections.set({ state: 'idle' }, pool.idle);
      waiting.set(pool.waiting);
      hashes.set({ state: 'running' }, passwords.load.running);
      hashes.set({ state: 'waiting' }, passwords.load.waiting);
      openStreams.set(streams.count);
      return registry.metrics();
    },
    observe: (call, status, seconds) => requests.observe({ call, status: `${Math.floor(status / 100)}xx` }, seconds),
    observeJob: (job, succeeded, seconds) => jobs.observe({ job, result: succeeded ? 'done' : 'failed' }, seconds),
  };
}

/** Seconds for which the counts of the database are cached for all nodes. */
const sampleSeconds = 30;

interface Sample {
  readonly mails: number;
  readonly leases: Readonly<Record<string, number>>;
}

/** Counts of whole tables, by one node at a time for all; meanwhile the other nodes read the previous sample. */
function readSample(db: Services['db']): Promise<Sample> {
  return inTransaction(db, 'every account', async (tx) => {
    const read = tx.selectFrom('metrics-sample').select('counted');
    const fresh = sql<boolean>`"counted-on" > now() - make_interval(secs => ${sampleSeconds})`;
    const sample = await read.select(fresh.as('fresh')).executeTakeFirst();
    if (sample?.counted && sample.fresh) return sample.counted;
    const claimed = await read.where(sql<boolean>`not ${fresh}`).forUpdate().skipLocked().executeTakeFirst();
    if (!claimed && sample?.counted) return sample.counted;
    const counted = await count(tx);
    if (claimed) {
      const values = { counted: JSON.stringify(counted), 'counted-on': now };
      await tx.updateTable('metrics-sample').set(values).execute();
    }
    return counted;
  });
}

async function count(tx: Transaction): Promise<Sample> {
  const { rows } = await sql<Record<'mails' | 'free' | 'active' | 'lapsed' | 'releasing' | 'offline', number>>`
      select
        (select count(*)::int from outbox where "sent-on" is null) as mails,
        (count(*) filter (where "lease-state" = 'free'))::int as free,
        (count(*) filter (where "lease-state" = 'active' and not "is-ended" and "expires-at" > now()))::int as active,
        (count(*) filter (where "lease-state" = 'active' and not "is-ended" and "expires-at" <= now()))::int as lapsed,
        (count(*) filter (where "lease-state" = 'releasing' or "lease-state" = 'active' and "is-ended"))::int as releasing,
        (count(*) filter (where "lease-state" = 'offline'))::int as offline
      from licenses join accounts on accounts.id = licenses."account-id"
        -- Seats of an account that has ended count as released, also before the sweep has reached them.
        cross join lateral (select coalesce("leased-on" <= "leases-ended-on", false) as "is-ended") as ending
      where licenses."deleted-on" is null`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('The database counted nothing.');
  const { mails, ...leases } = row;
  return { mails, leases };
}

/** Measures every request but streams, which last as long as their reader is connected. */
export function measureRequests(app: FastifyInstance, metrics: Metrics): void {
  app.addHook('onResponse', async (request, reply) => {
    const { call } = request.routeOptions.config;
    if (call?.answers === 'events') return;
    metrics.observe(call?.name ?? 'other', reply.statusCode, reply.elapsedTime / 1000);
  });
}

/** Serves /metrics to callers with the token. */
export function installMetrics(app: FastifyInstance, metrics: Metrics, token: string): void {
  const expected = digest(`Bearer ${token}`);
  app.get('/metrics', async (request, reply) => {
    // Digests have equal lengths, so that the comparison takes constant time.
    if (!timingSafeEqual(digest(request.headers.authorization ?? ''), expected)) {
      throw new ProblemError(401, [
        { code: 'unauthenticated', message: 'The token of KEYHOLD_METRICS_TOKEN is required.' },
      ]);
    }
    return reply
      .header('cache-control', 'no-store')
      .type(metrics.contentType)
      .send(await metrics.read());
  });
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
