import { sql } from 'kysely';
import { type Database, inTransaction } from '../../db/database.ts';
import { addJobs } from '../../jobs/add-jobs.ts';

/** A delivery that this node, and no other, is to make now. */
export interface ClaimedDelivery {
  readonly id: string;
  readonly 'webhook-id': string;
  readonly url: string;
  readonly body: string;
  readonly attempts: number;
  /** The keys to sign with, the current one first. */
  readonly secrets: readonly string[];
  /** The database's time, in seconds since 1970. */
  readonly now: number;
}

/** How long a claim holds, longer than any sending takes. */
const claimTime = sql`interval '2 minutes'`;
/** A delivery that has failed is tried again after a minute, then two, then four, up to six hours, until it is given up. */
const deliveryWait = sql`least(power(2, least(attempts, 20) - 1), 360) * interval '1 minute'`;
/** After so many failures in a row an address is left alone: a minute, then two, then four, up to an hour. */
const mostFailures = 3;
const addressWait = sql`least(power(2, least(failures + 1 - ${mostFailures}, 20)), 60) * interval '1 minute'`;
/** What became of deliveries can be looked up for so many days. */
const keptDays = 30;

/** An address may be told something: somebody wants it, and it has not just failed again and again. */
const isOpen = sql<boolean>`(webhooks.enabled and coalesce(webhooks."retry-on" <= clock_timestamp(), true))`;

/** Claims a delivery that is due, or answers undefined: it is made, gone, not due yet, or somebody is at it. */
export async function claimDelivery(db: Database, id: string): Promise<ClaimedDelivery | undefined> {
  return inTransaction(db, 'every account', async (tx) => {
    const { rows } = await sql<ClaimedDelivery>`
      update "webhook-deliveries" as deliveries set attempts = attempts + 1, "last-attempt-on" = clock_timestamp(),
        "next-attempt-on" = clock_timestamp() + ${claimTime}
      from webhooks where webhooks.id = deliveries."webhook-id" and deliveries.id = ${id} and status = 'waiting'
        and "next-attempt-on" <= clock_timestamp() and ${isOpen}
      returning deliveries.id, deliveries."webhook-id", url, body, attempts, extract(epoch from clock_timestamp())::int as now,
        array_remove(array[secret, case when "old-secret-until" > now() then "old-secret" end], null) as secrets`.execute(
      tx,
    );
    return rows[0];
  });
}

export async function markDelivered(db: Database, delivery: ClaimedDelivery, status: number): Promise<void> {
  await inTransaction(db, 'every account', async (tx) => {
    await tx
      .updateTable('webhook-deliveries')
      .set({ status: 'delivered', 'response-status': status, error: null })
      .where('id', '=', delivery.id)
      .execute();
    await tx
      .updateTable('webhooks')
      .set({ failures: 0, 'retry-on': null })
      .where('id', '=', delivery['webhook-id'])
      .where('failures', '>', 0)
      .execute();
  });
}

/** What went wrong: the status that the receiver answered, or why there was no answer. */
export interface DeliveryFailure {
  readonly status: number | null;
  readonly error: string;
}

/** Gives a delivery back after a failure, and leaves an address alone that fails again and again. */
export async function markFailed(db: Database, delivery: ClaimedDelivery, failure: DeliveryFailure): Promise<void> {
  await inTransaction(db, 'every account', async (tx) => {
    await tx
      .updateTable('webhook-deliveries')
      .set({
        status: sql`case when "give-up-on" < now() then 'failed' else 'waiting' end`,
        'response-status': failure.status,
        error: failure.error,
        'next-attempt-on': sql`clock_timestamp() + ${deliveryWait}`,
      })
      .where('id', '=', delivery.id)
      .where('attempts', '=', delivery.attempts)
      .where('status', '=', 'waiting')
      .execute();
    await tx
      .updateTable('webhooks')
      .set({
        failures: sql`failures + 1`,
        'retry-on': sql`case when failures + 1 >= ${mostFailures} then clock_timestamp() + ${addressWait} end`,
      })
      .where('id', '=', delivery['webhook-id'])
      .execute();
  });
}

/** The receiver has said that it wants to hear nothing more (410): nobody tells it anything until it is enabled again. */
export async function markGone(db: Database, delivery: ClaimedDelivery, failure: DeliveryFailure): Promise<void> {
  await inTransaction(db, 'every account', async (tx) => {
    await tx
      .updateTable('webhook-deliveries')
      .set({ status: 'failed', 'response-status': failure.status, error: failure.error })
      .where('id', '=', delivery.id)
      .execute();
    await tx.updateTable('webhooks').set({ enabled: false }).where('id', '=', delivery['webhook-id']).execute();
  });
}

/** Gives a delivery back that was cut short because this server stops; it is due at once. */
export async function markInterrupted(db: Database, delivery: ClaimedDelivery): Promise<void> {
  await inTransaction(db, 'every account', (tx) =>
    tx
      .updateTable('webhook-deliveries')
      .set({ attempts: sql`attempts - 1`, 'next-attempt-on': sql`clock_timestamp()` })
      .where('id', '=', delivery.id)
      .where('attempts', '=', delivery.attempts)
      .where('status', '=', 'waiting')
      .execute(),
  );
}

/** Has every delivery made that is due, gives up those that are too old, and forgets what nobody looks up any more. */
export async function deliverDueWebhooks(db: Database): Promise<void> {
  await inTransaction(db, 'every account', async (tx) => {
    await tx
      .updateTable('webhook-deliveries')
      .set({ status: 'failed', error: sql`coalesce(error, 'This address was not to be told anything.')` })
      .where('status', '=', 'waiting')
      .where('give-up-on', '<', sql<Date>`now()`)
      .where('next-attempt-on', '<=', sql<Date>`clock_timestamp()`)
      .execute();
    await tx
      .deleteFrom('webhook-deliveries')
      .where('status', '<>', 'waiting')
      .where('created-on', '<', sql<Date>`now() - make_interval(days => ${keptDays})`)
      .execute();
    // Of an account that was removed for good, only its bare row is left.
    await sql`delete from webhooks using accounts where accounts.id = webhooks."account-id"
      and accounts."deleted-on" is not null and accounts.name = ''`.execute(tx);
    const due = await tx
      .selectFrom('webhook-deliveries as deliveries')
      .innerJoin('webhooks', 'webhooks.id', 'deliveries.webhook-id')
      .select('deliveries.id')
      .where('deliveries.status', '=', 'waiting')
      .where('deliveries.next-attempt-on', '<=', sql<Date>`clock_timestamp()`)
      .where(isOpen)
      .orderBy('deliveries.next-attempt-on')
      .limit(1000)
      .execute();
    const ids = due.map(({ id }) => id);
    await addJobs(tx, 'deliver-webhook', ids);
  });
}
