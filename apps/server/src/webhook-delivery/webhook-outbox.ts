import { appName, type DeliveryFailure } from '@keyhold/contract';
import { sql } from 'kysely';
import { inAccount } from '../db/conditions.ts';
import { type Database, inTransaction, type Transaction } from '../db/database.ts';
import { afterBackoff, ago, clock } from '../db/expressions.ts';
import { addJobs } from '../queue/add-jobs.ts';
import { type Chunks, deleteInChunks, inChunks, usualChunks } from '../queue/chunks.ts';
import { announce } from '../streams/announce.ts';

/** A delivery claimed by this node, which must make it now. */
interface ClaimedDelivery {
  readonly id: string;
  readonly 'account-id': string;
  readonly 'webhook-id': string;
  /** The webhook's resource name in announcements. */
  readonly rn: string;
  readonly url: string;
  readonly body: string;
  /** Identifies the claim, which ends when another is made. */
  readonly claim: string;
  /** The keys to sign with, the current one first. */
  readonly secrets: readonly string[];
  /** The database's time, in seconds since 1970. */
  readonly now: number;
}

/** Maximum number of concurrent deliveries of an account, over all nodes: its backlog delays no other account. */
const maxOfAccount = 3;
/** Of these, deliveries to slow receivers. A receiver that has not responded yet also gets one delivery at a time. */
const maxSlowOfAccount = 1;
/** How long a claim holds, longer than any sending takes. */
const claimTime = sql`interval '2 minutes'`;
/** After this many failures in a row an address is paused: a minute, then two, then four, up to an hour. */
export const maxFailures = 3;
const addressWait = sql`least(power(2, least(failures + 1 - ${maxFailures}, 20)), 60) * interval '1 minute'`;
/** Days for which the results of deliveries are kept. */
const keptDays = 30;

/** The webhook is enabled, not paused after repeated failures, and not of a deleted account. */
export const isOpen = sql<boolean>`(webhooks.enabled and coalesce(webhooks."retry-on" <= clock_timestamp(), true)
  and ${inAccount('webhooks')})`;

/**
 * Claims the due delivery of an account that has waited longest. Returns undefined when none is due, or the account
 * already has its maximum in progress.
 *
 * @param id any delivery of the account
 */
export async function claimDelivery(db: Database, region: string, id: string): Promise<ClaimedDelivery | undefined> {
  return inTransaction(db, 'every account', async (tx) => {
    const found = await tx
      .selectFrom('webhook-deliveries')
      .select('account-id')
      .where('id', '=', id)
      .executeTakeFirst();
    if (!found) return undefined;
    const account = found['account-id'];
    // Serializes the claims of an account, so that each counts those before it.
    await sql`select pg_advisory_xact_lock(hashtext('keyhold webhooks of ' || ${account}::text))`.execute(tx);
    const { rows } = await sql<Omit<ClaimedDelivery, 'rn'>>`
      with busy as (
        select count(*) as deliveries, count(*) filter (where webhooks.slow) as slow, array_agg(webhooks.id) as webhooks
        from "webhook-deliveries" as deliveries join webhooks on webhooks.id = deliveries."webhook-id"
        where deliveries."account-id" = ${account} and "claimed-until" > clock_timestamp()
      ), next as (
        select deliveries.id
        from "webhook-deliveries" as deliveries join webhooks on webhooks.id = deliveries."webhook-id", busy
        where deliveries."account-id" = ${account} and status = 'waiting' and "next-attempt-on" <= clock_timestamp()
          and ${isOpen} and busy.deliveries < ${maxOfAccount}
          and (webhooks.slow is not true or busy.slow < ${maxSlowOfAccount})
          and (webhooks.slow is false or webhooks.id <> all(coalesce(busy.webhooks, '{}')))
        order by "next-attempt-on", deliveries.id limit 1
      )
      update "webhook-deliveries" as deliveries set attempts = attempts + 1, "last-attempt-on" = clock_timestamp(),
        "next-attempt-on" = clock_timestamp() + ${claimTime}, "claimed-until" = clock_timestamp() + ${claimTime}
      from next, webhooks where deliveries.id = next.id and webhooks.id = deliveries."webhook-id"
      returning deliveries.id, deliveries."account-id", deliveries."webhook-id", url, body, "claimed-until"::text as claim,
        extract(epoch from clock_timestamp())::int as now,
        array_remove(array[secret, case when "old-secret-until" > now() then "old-secret" end], null) as secrets`.execute(
      tx,
    );
    return rows[0] && { ...rows[0], rn: webhookRn(region, rows[0]) };
  });
}

function holdsClaim({ claim }: ClaimedDelivery) {
  return sql<boolean>`"claimed-until" = ${claim}::timestamptz`;
}

/** Adds jobs for due deliveries of the account that wait for another of its deliveries to end. */
async function addNext(tx: Transaction, account: string): Promise<void> {
  const waiting = await tx
    .selectFrom('webhook-deliveries as deliveries')
    .innerJoin('webhooks', 'webhooks.id', 'deliveries.webhook-id')
    .select('deliveries.id')
    .where('deliveries.account-id', '=', account)
    .where('deliveries.status', '=', 'waiting')
    .where('deliveries.next-attempt-on', '<=', clock)
    .where(isOpen)
    .orderBy('deliveries.next-attempt-on')
    .limit(maxOfAccount)
    .execute();
  await addJobs(tx, 'deliver-webhook', waiting);
}

/** A webhook is not a resource of the specification; its name has the same form. */
function webhookRn(region: string, of: Pick<ClaimedDelivery, 'account-id' | 'webhook-id'>): string {
  return [appName, region, of['account-id'], 'webhook', of['webhook-id']].join(':');
}

export async function markDelivered(db: Database, delivery: ClaimedDelivery, answer: ReceiverResponse): Promise<void> {
  await endAttempt(db, delivery, async (tx) => {
    await tx
      .updateTable('webhooks')
      .set({ failures: 0, 'retry-on': null, slow: answer.slow })
      .where('id', '=', delivery['webhook-id'])
      .where((where) => where.or([where('failures', '>', 0), where('slow', 'is distinct from', answer.slow)]))
      .execute();
    await tx
      .updateTable('webhook-deliveries')
      .set({ status: 'delivered', 'response-status': answer.status, error: null, failure: null, 'claimed-until': null })
      .where('id', '=', delivery.id)
      .execute();
  });
}

/** A receiver's response. */
interface ReceiverResponse {
  readonly status: number;
  /** Whether it took so long that the account's deliveries to it are made one at a time. */
  readonly slow: boolean;
}

/** The status of the response, or null without one, and the failure. */
interface FailedAttempt {
  readonly status: number | null;
  readonly failure: DeliveryFailure;
  readonly error: string;
  readonly slow: boolean;
}

/** Returns a delivery to the queue after a failure, and pauses an address that fails repeatedly. */
export async function markFailed(db: Database, delivery: ClaimedDelivery, failed: FailedAttempt): Promise<void> {
  await endAttempt(db, delivery, async (tx) => {
    await tx
      .updateTable('webhooks')
      .set({
        slow: failed.slow,
        failures: sql`failures + 1`,
        'retry-on': sql`case when failures + 1 >= ${maxFailures} then clock_timestamp() + ${addressWait} end`,
      })
      .where('id', '=', delivery['webhook-id'])
      .execute();
    await tx
      .updateTable('webhook-deliveries')
      .set({
        status: sql`case when "give-up-on" < now() then 'failed' else 'waiting' end`,
        'response-status': failed.status,
        failure: failed.failure,
        error: failed.error,
        'next-attempt-on': afterBackoff,
        'claimed-until': null,
      })
      .where('id', '=', delivery.id)
      .where(holdsClaim(delivery))
      .where('status', '=', 'waiting')
      .execute();
  });
}

/** Disables the webhook after its receiver responded 410 (Gone). */
export async function disableGoneWebhook(
  db: Database,
  delivery: ClaimedDelivery,
  failed: FailedAttempt,
): Promise<void> {
  await endAttempt(db, delivery, async (tx) => {
    await tx.updateTable('webhooks').set({ enabled: false }).where('id', '=', delivery['webhook-id']).execute();
    await tx
      .updateTable('webhook-deliveries')
      .set({
        status: 'failed',
        'response-status': failed.status,
        failure: failed.failure,
        error: failed.error,
        'claimed-until': null,
      })
      .where('id', '=', delivery.id)
      .execute();
  });
}

/**
 * Records how an attempt ended, adds the account's next deliveries and notifies open consoles.
 *
 * @param record locks the webhook before its delivery, as every change does
 */
function endAttempt(
  db: Database,
  { rn, 'account-id': account }: ClaimedDelivery,
  record: (tx: Transaction) => Promise<void>,
): Promise<void> {
  return inTransaction(db, 'every account', async (tx) => {
    await record(tx);
    await addNext(tx, account);
    await announce(tx, { event: 'changed', account, rn });
  });
}

/** Requeues a delivery that was interrupted because this server stops; it is due at once. */
export async function markInterrupted(db: Database, delivery: ClaimedDelivery): Promise<void> {
  await inTransaction(db, 'every account', (tx) =>
    tx
      .updateTable('webhook-deliveries')
      .set({ attempts: sql`attempts - 1`, 'next-attempt-on': clock, 'claimed-until': null })
      .where('id', '=', delivery.id)
      .where(holdsClaim(delivery))
      .where('status', '=', 'waiting')
      .execute(),
  );
}

/**
 * Adds jobs for due deliveries, a share for each account; the others follow as those end. Gives up deliveries that are
 * too old, and deletes those whose results are no longer kept, in chunks.
 *
 * @param most maximum number of jobs at once
 */
export async function deliverDueWebhooks(db: Database, most = 1_000, run: Chunks = usualChunks): Promise<void> {
  await giveUpOld(db, run);
  const spent = sql`status <> 'waiting' and "created-on" < ${ago({ days: keptDays })}`;
  await deleteInChunks(db, 'webhook-deliveries', spent, run);
  await deleteOfRemovedAccounts(db, run);
  await inTransaction(db, 'every account', async (tx) => {
    const { rows } = await sql<{ id: string }>`
      select id from (
        select deliveries.id, "next-attempt-on",
          row_number() over (partition by deliveries."account-id" order by "next-attempt-on") as place
        from "webhook-deliveries" as deliveries join webhooks on webhooks.id = deliveries."webhook-id"
        where status = 'waiting' and "next-attempt-on" <= clock_timestamp() and ${isOpen}
          and coalesce("give-up-on" >= now(), true)
      ) as waiting where place <= ${maxOfAccount} order by "next-attempt-on" limit ${most}`.execute(tx);
    await addJobs(tx, 'deliver-webhook', rows);
  });
}

/** A locked delivery is left for the next run. */
async function giveUpOld(db: Database, { chunk, signal }: Chunks): Promise<void> {
  await inChunks(db, signal, async (tx) => {
    const { numAffectedRows = 0n } = await sql`
      update "webhook-deliveries" set status = 'failed', error = coalesce(error, 'No attempt was made in time.'),
        failure = case when error is null then 'not-attempted' else failure end
      where id = any(array(
        select id from "webhook-deliveries" where status = 'waiting' and "give-up-on" < now()
          and "next-attempt-on" <= clock_timestamp() limit ${chunk} for update skip locked))`.execute(tx);
    return numAffectedRows === BigInt(chunk);
  });
}

/** A permanently removed account leaves only its bare row. Its deliveries go before their webhook, which would take all of them. */
async function deleteOfRemovedAccounts(db: Database, run: Chunks): Promise<void> {
  const removed = sql`"account-id" in (select id from accounts where "deleted-on" is not null and name = '')`;
  const ofWebhooks = sql`"webhook-id" in (select id from webhooks where ${removed})`;
  await deleteInChunks(db, 'webhook-deliveries', ofWebhooks, run);
  const without = sql`${removed} and not exists (
    select from "webhook-deliveries" where "webhook-deliveries"."webhook-id" = webhooks.id)`;
  await deleteInChunks(db, 'webhooks', without, run);
}
