import { type RawBuilder, sql } from 'kysely';
import { inAccount } from '../db/conditions.ts';
import { inTransaction, type Transaction } from '../db/database.ts';
import { now } from '../db/expressions.ts';
import type { MetricsSample } from '../db/schema.ts';
import type { Services } from '../services.ts';
import { isOpen, maxFailures } from '../webhook-delivery/webhook-outbox.ts';

/** Seconds for which the database counts are cached for all nodes. */
const sampleSeconds = 30;

/** The counts, and how far this machine's clock is from the database's. */
export interface Reading {
  readonly counted: MetricsSample;
  /** Seconds by which this clock is certainly ahead (or, negative, behind); 0 within the time of the round trip. */
  readonly clockOffset: number;
}

/** Counts whole tables on one node at a time, for all nodes; meanwhile the other nodes read the previous sample. */
export function readSample(db: Services['db']): Promise<Reading> {
  return inTransaction(db, 'every account', async (tx) => {
    const clockOffset = await measureClock(tx);
    const read = tx.selectFrom('metrics-sample').select('counted');
    const fresh = sql<boolean>`"counted-on" > now() - make_interval(secs => ${sampleSeconds})`;
    const sample = await read.select(fresh.as('fresh')).executeTakeFirst();
    if (sample?.counted && sample.fresh) return { counted: sample.counted, clockOffset };
    const claimed = await read.where(sql<boolean>`not ${fresh}`).forUpdate().skipLocked().executeTakeFirst();
    if (!claimed && sample?.counted) return { counted: sample.counted, clockOffset };
    const counted = await count(tx);
    if (claimed) {
      const values = { counted: JSON.stringify(counted), 'counted-on': now };
      await tx.updateTable('metrics-sample').set(values).execute();
    }
    return { counted, clockOffset };
  });
}

async function measureClock(tx: Transaction): Promise<number> {
  const before = Date.now();
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(tx);
  const after = Date.now();
  const there = rows[0]?.now.getTime() ?? before;
  if (there < before) return (before - there) / 1000;
  return there > after ? (after - there) / 1000 : 0;
}

async function count(tx: Transaction): Promise<MetricsSample> {
  const [licenses, deliveries, upkeep, archive] = await Promise.all([
    countLeases(tx),
    countDeliveries(tx),
    readUpkeep(tx),
    readArchive(tx),
  ]);
  return { leases: licenses, ...deliveries, ...upkeep, ...archive };
}

function countLeases(tx: Transaction): Promise<MetricsSample['leases']> {
  return one(
    tx,
    sql<MetricsSample['leases']>`
      select (count(*) filter (where "lease-state" = 'free'))::int as free,
        (count(*) filter (where "lease-state" = 'active' and not "is-ended" and "expires-at" > now()))::int as active,
        (count(*) filter (where "lease-state" = 'active' and not "is-ended" and "expires-at" <= now()))::int as lapsed,
        (count(*) filter (where "lease-state" = 'releasing' or "lease-state" = 'active' and "is-ended"))::int as releasing,
        (count(*) filter (where "lease-state" = 'offline'))::int as offline
      from licenses join accounts on accounts.id = licenses."account-id"
        -- Seats of an account that has ended count as released, also before the sweep has reached them.
        cross join lateral (select coalesce("leased-on" <= "leases-ended-on", false) as "is-ended") as ending
      where licenses."deleted-on" is null`,
  );
}

/** Counts mail, and events for webhooks. One failing receiver is its account's concern; many may be this server's. */
function countDeliveries(tx: Transaction) {
  return one(
    tx,
    sql<Required<Pick<MetricsSample, 'mails' | 'mailStalled' | 'webhooks' | 'deliveries' | 'deliveriesOverdue'>>>`
      select (select count(*)::int from outbox where "sent-on" is null and "given-up-on" is null) as mails,
        -- A mail that its receiver refuses stays among others that leave.
        (select ${secondsSince(sql`min("created-on")`)} from outbox where "sent-on" is null and "given-up-on" is null
          and "created-on" > coalesce((select max("sent-on") from outbox where "sent-on" is not null), '-infinity')) as "mailStalled",
        (select json_build_object('answering', count(*) filter (where failures < ${maxFailures}),
          'failing', count(*) filter (where failures >= ${maxFailures})) from webhooks
          where enabled and ${inAccount('webhooks')}) as webhooks,
        (select count(*)::int from "webhook-deliveries" as deliveries join webhooks on webhooks.id = deliveries."webhook-id"
          where status = 'waiting' and ${inAccount('webhooks')}) as deliveries,
        (select ${secondsSince(sql`min("next-attempt-on")`)}
          from "webhook-deliveries" as deliveries join webhooks on webhooks.id = deliveries."webhook-id"
          where status = 'waiting' and "next-attempt-on" <= now() and attempts = 0
            and ${isOpen} and failures = 0 and slow is not true) as "deliveriesOverdue"`,
  );
}

function readUpkeep(tx: Transaction) {
  return one(
    tx,
    sql<Required<Pick<MetricsSample, 'backupAge' | 'backupFailed' | 'auditBroken' | 'certificateEnd'>>>`
      select ${secondsSince(sql`coalesce("backup-made-on", (select "created-on" from installation))`)} as "backupAge",
        "backup-error" is not null as "backupFailed", "audit-broken" as "auditBroken",
        extract(epoch from "certificate-ends-on")::float8 as "certificateEnd" from upkeep`,
  );
}

/** Whether PostgreSQL's last attempt to archive WAL failed. */
function readArchive(tx: Transaction) {
  return one(
    tx,
    sql<Required<Pick<MetricsSample, 'archivingFailed'>>>`
      select coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false)
          and current_setting('archive_mode') <> 'off' as "archivingFailed" from pg_stat_archiver`,
  );
}

/** Seconds since a time; 0 if it is null. */
function secondsSince(moment: RawBuilder<unknown>): RawBuilder<number> {
  return sql<number>`coalesce(extract(epoch from now() - ${moment}), 0)::float8`;
}

async function one<Row>(tx: Transaction, query: RawBuilder<Row>): Promise<Row> {
  const [row] = (await query.execute(tx)).rows;
  if (!row) throw new Error('The database counted nothing.');
  return row;
}
