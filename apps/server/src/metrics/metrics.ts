import { hash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { poolLoad } from '../db/database.ts';
import type { MetricsSample } from '../db/schema.ts';
import { ProblemError } from '../problem.ts';
import type { Services } from '../services.ts';
import { type Reading, readSample } from './metrics-sample.ts';

/** A server's metrics for Prometheus. */
export interface Metrics {
  readonly contentType: string;
  /** All metrics, with their current values. */
  read(): Promise<string>;
  /** Counts a completed request. */
  observe(call: string, status: number, seconds: number): void;
  /** Counts a run of a background job. */
  observeJob(job: string, succeeded: boolean, seconds: number): void;
  /** Counts seats that became free because nobody acknowledged their release in time. */
  countUnanswered(seats: number): void;
}

/** How long a read waits for the database, in milliseconds: the other metrics matter most when it does not answer. */
const databaseTimeout = 4_000;

const jobBuckets = [0.01, 0.1, 1, 10, 60, 600];
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Measures this server's requests and process, and reads the database counts when the metrics are read. */
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
  const clock = gauge('clock_offset_seconds', "Seconds by which this server's clock is ahead of the database's.");
  const unanswered = new Counter({
    name: 'keyhold_releases_unanswered_total',
    help: 'Seats that became free because their application did not acknowledge the release in time.',
    registers,
  });
  const showSample = createSampleGauges(gauge);

  let pending: Promise<Reading> | null = null;
  /** Single flight, even after an earlier reader has timed out. */
  function readOnce(): Promise<Reading> {
    pending ??= readSample(db).finally(() => {
      pending = null;
    });
    return pending;
  }

  async function readDatabase(): Promise<void> {
    const late = Promise.withResolvers<never>();
    const timer = setTimeout(() => late.reject(new Error('The database did not answer in time.')), databaseTimeout);
    try {
      const { counted, clockOffset } = await Promise.race([readOnce(), late.promise]);
      showSample(counted);
      clock.set(clockOffset);
      reachable.set(1);
    } catch (error) {
      log.warn({ err: error }, 'The metrics of the database could not be read.');
      // Unknown values are left out.
      showSample(null);
      clock.remove();
      reachable.set(0);
    } finally {
      clearTimeout(timer);
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
    countUnanswered: (seats) => unanswered.inc(seats),
  };
}

type MakeGauge = (name: string, help: string, ...labelNames: string[]) => Gauge;

/**
 * Returns a function that sets the gauges from a database sample; omits them all for null, and those that an older
 * server has not counted.
 */
function createSampleGauges(gauge: MakeGauge): (sample: MetricsSample | null) => void {
  const single: readonly [Gauge, (sample: MetricsSample) => number | null | undefined][] = [
    [gauge('outbox_mails', 'Mails that have not been sent yet.'), ({ mails }) => mails],
    [
      gauge(
        'outbox_stalled_seconds',
        'Seconds since mail was queued of which none has left since; 0 while mail leaves.',
      ),
      ({ mailStalled }) => mailStalled,
    ],
    [gauge('webhook_deliveries', 'Events that wait for their webhook.'), ({ deliveries }) => deliveries],
    [
      gauge('webhook_overdue_seconds', 'Seconds for which an event has been due whose receiver answers.'),
      ({ deliveriesOverdue }) => deliveriesOverdue,
    ],
    [
      gauge('backup_age_seconds', 'Age of the newest backup; of the installation, while there is none.'),
      ({ backupAge }) => backupAge,
    ],
    [
      gauge('backup_failed', 'Whether the last backup failed.'),
      ({ backupFailed }) => (backupFailed === undefined ? undefined : Number(backupFailed)),
    ],
    [
      gauge('archiving_failed', "Whether PostgreSQL's last attempt to archive its write-ahead log failed."),
      ({ archivingFailed }) => (archivingFailed === undefined ? undefined : Number(archivingFailed)),
    ],
    [gauge('audit_logs_broken', 'Audit logs that somebody has tampered with.'), ({ auditBroken }) => auditBroken],
    [
      gauge('certificate_end_timestamp_seconds', 'When the certificate of the public address ends.'),
      ({ certificateEnd }) => certificateEnd,
    ],
  ];
  const byState: readonly [Gauge, (sample: MetricsSample) => Readonly<Record<string, number>>][] = [
    [gauge('leases', 'Licenses by the state of their lease.', 'state'), ({ leases }) => leases],
    [
      gauge('webhooks', 'Webhooks in use, by whether their receivers answer.', 'state'),
      ({ webhooks }) => webhooks ?? {},
    ],
  ];
  return (sample) => {
    for (const [each, read] of single) {
      const value = sample && read(sample);
      if (value === null || value === undefined) each.remove();
      else each.set(value);
    }
    for (const [each, countsOf] of byState) {
      each.reset();
      for (const [state, count] of Object.entries(sample ? countsOf(sample) : {})) each.set({ state }, count);
    }
  };
}

/** Measures every request except streams, which last as long as the client is connected. */
export function measureRequests(app: FastifyInstance, metrics: Metrics): void {
  app.addHook('onResponse', async (request, reply) => {
    const { call } = request.routeOptions.config;
    if (call?.answers === 'events') return;
    metrics.observe(call?.name ?? 'other', reply.statusCode, reply.elapsedTime / 1000);
  });
}

/** Serves /metrics to callers with the token. */
export function installMetrics(app: FastifyInstance, metrics: Metrics, token: string): void {
  const expected = hash('sha256', `Bearer ${token}`, 'buffer');
  app.get('/metrics', async (request, reply) => {
    // Digests have equal lengths, so that the comparison takes constant time.
    if (!timingSafeEqual(hash('sha256', request.headers.authorization ?? '', 'buffer'), expected)) {
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
