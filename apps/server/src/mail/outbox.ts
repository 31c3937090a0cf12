import { type InsertObject, sql, type UpdateObject } from 'kysely';
import type { Database, Transaction } from '../db/database.ts';
import { inTransaction } from '../db/database.ts';
import { afterBackoff, clock } from '../db/expressions.ts';
import type { Schema } from '../db/schema.ts';
import { rnOf } from '../installation.ts';
import { addJobs } from '../queue/add-jobs.ts';
import type { Services } from '../services.ts';
import { announce } from '../streams/announce.ts';
import type { Mail } from './messages.ts';

/** The services that a mail's outcome needs. */
type OutboxServices = Pick<Services, 'db' | 'installation'>;

/** A mail of the outbox claimed by this node, which must send it now. */
export interface ClaimedMail extends Mail {
  readonly id: string;
  /** How often it has been claimed, including this time: a fencing token between claims. */
  readonly attempts: number;
}

/**
 * How long a claim holds, longer than any sending takes. If the node dies, another one sends the mail after this time.
 */
const claimTime = sql`interval '5 minutes'`;

/** Adds a mail to the outbox in the transaction that causes it; it is sent only if that transaction commits. */
export async function queueMail(tx: Transaction, accountId: string, mail: Mail): Promise<void> {
  await insertMail(tx, { 'account-id': accountId, ...mail });
}

/** Like {@link queueMail}, for the invitation of a locked user, which replaces their last one in replies. */
export async function queueInvitation(
  tx: Transaction,
  user: { readonly id: string; readonly 'account-id': string },
  mail: Mail,
): Promise<void> {
  await tx.updateTable('outbox').set({ 'user-id': null }).where('user-id', '=', user.id).execute();
  await insertMail(tx, { 'account-id': user['account-id'], 'user-id': user.id, ...mail });
}

async function insertMail(tx: Transaction, values: InsertObject<Schema, 'outbox'>): Promise<void> {
  const row = await tx.insertInto('outbox').values(values).returning('id').executeTakeFirstOrThrow();
  await addJobs(tx, 'send-mail', [row]);
}

/** Claims a due mail; undefined if it is sent, deleted, not due yet, or claimed by another node. */
export async function claimMail(db: Database, id: string): Promise<ClaimedMail | undefined> {
  return inTransaction(db, 'every account', (tx) =>
    tx
      .updateTable('outbox')
      .set({ attempts: sql`attempts + 1`, 'next-attempt-on': sql`clock_timestamp() + ${claimTime}` })
      .where('id', '=', id)
      .where('sent-on', 'is', null)
      .where('given-up-on', 'is', null)
      .where('next-attempt-on', '<=', clock)
      .returning(['id', 'recipient', 'subject', 'text', 'html', 'attempts'])
      .executeTakeFirst(),
  );
}

/** Marks a mail as sent. Deletes its text, unless `keep` is set, because its link opens an account. */
export async function markSent(services: OutboxServices, mail: ClaimedMail, keep: boolean): Promise<void> {
  await change(services, mail, { 'sent-on': clock, 'last-error': null, ...(keep ? {} : { text: '', html: '' }) });
}

/**
 * Gives a mail up and deletes its text. An older server does not claim it either: it is never due again.
 *
 * @param reason why it was refused; without one, the reason of its last attempt stays
 */
export async function giveUp(services: OutboxServices, mail: ClaimedMail, reason?: string): Promise<void> {
  const why = reason === undefined ? {} : { 'last-error': reason };
  const set = { 'given-up-on': clock, 'next-attempt-on': never, text: '', html: '', ...why };
  await change(services, mail, set, { claimed: true });
}

const never = sql<Date>`'infinity'`;

/** Returns a mail to the queue after a failure. */
export async function markFailed(services: OutboxServices, mail: ClaimedMail, reason: string): Promise<void> {
  await change(services, mail, { 'last-error': reason, 'next-attempt-on': afterBackoff }, { claimed: true });
}

/** Requeues a mail whose sending was interrupted because this server stops: it did not fail, and is due at once. */
export async function markInterrupted(services: OutboxServices, mail: ClaimedMail): Promise<void> {
  await change(services, mail, { 'next-attempt-on': clock }, { claimed: true });
}

/**
 * Changes a mail, and announces the user whose last invitation it is.
 *
 * @param options.claimed whether only while its claim holds
 */
async function change(
  { db, installation }: OutboxServices,
  mail: ClaimedMail,
  set: UpdateObject<Schema, 'outbox'>,
  { claimed = false } = {},
): Promise<void> {
  await inTransaction(db, 'every account', async (tx) => {
    const changed = await tx
      .updateTable('outbox')
      .set(set)
      .where('id', '=', mail.id)
      .$if(claimed, (query) => query.where('attempts', '=', mail.attempts).where('sent-on', 'is', null))
      .returning(['account-id', 'user-id'])
      .executeTakeFirst();
    if (!changed?.['user-id']) return;
    const { 'account-id': account, 'user-id': user } = changed;
    await announce(tx, { event: 'changed', account, rn: rnOf(installation, account, 'user', user) });
  });
}

/**
 * Adds jobs for every due mail: failed before, claimed by a node that died, or queued before there was a mail server. A
 * mail whose job still waits is not added twice.
 *
 * @param most maximum number of mails at once
 */
export async function sendDueMail(db: Database, most = 1_000): Promise<void> {
  await inTransaction(db, 'every account', async (tx) => {
    const due = await tx
      .selectFrom('outbox')
      .select('id')
      .where('sent-on', 'is', null)
      .where('given-up-on', 'is', null)
      .where('next-attempt-on', '<=', clock)
      .orderBy('next-attempt-on')
      .limit(most)
      .execute();
    await addJobs(tx, 'send-mail', due);
  });
}
