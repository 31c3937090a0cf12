import { sql, type UpdateObject } from 'kysely';
import type { Database, Transaction } from '../db/database.ts';
import { inTransaction } from '../db/database.ts';
import { afterBackoff, clock } from '../db/expressions.ts';
import type { Database as Schema } from '../db/schema.ts';
import { addJobs } from '../queue/add-jobs.ts';
import { hashOfSecret } from '../secrets/random-secret.ts';
import type { Mail } from './messages.ts';

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
  const { recipient, subject, text, html } = mail;
  const row = await tx
    .insertInto('outbox')
    .values({ 'account-id': accountId, recipient, subject, text, html })
    .returning('id')
    .executeTakeFirstOrThrow();
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
      .where('next-attempt-on', '<=', clock)
      .returning(['id', 'recipient', 'subject', 'text', 'html', 'attempts'])
      .executeTakeFirst(),
  );
}

/** Marks a mail as sent. Deletes its text, unless `keep` is set, because its link opens an account. */
export async function markSent(db: Database, mail: ClaimedMail, keep: boolean): Promise<void> {
  await inTransaction(db, 'every account', (tx) =>
    tx
      .updateTable('outbox')
      .set({ 'sent-on': clock, 'last-error': null, ...(keep ? {} : { text: '', html: '' }) })
      .where('id', '=', mail.id)
      .execute(),
  );
}

/** Gives a mail up and deletes its text. An older server does not claim it either: it is never due again. */
export async function giveUp(db: Database, mail: ClaimedMail, reason: string): Promise<void> {
  const set = { 'given-up-on': clock, 'last-error': reason, 'next-attempt-on': never, text: '', html: '' };
  await requeue(db, mail, set);
}

const never = sql<Date>`'infinity'`;

/** Whether a mail's link opens nothing any more: its key was used, revoked or has expired. */
export async function hasEndedLink(db: Database, { text }: ClaimedMail): Promise<boolean> {
  const [, key] = /[?&]activation-key=([\w-]+)/.exec(text) ?? [];
  if (key === undefined) return false;
  const ended = await inTransaction(db, 'every account', (tx) =>
    tx
      .selectFrom('activation-keys')
      .select('hash')
      .where('hash', '=', hashOfSecret(key))
      .where(sql<boolean>`("ended-on" is not null or "expires-on" <= ${clock})`)
      .executeTakeFirst(),
  );
  return ended !== undefined;
}

/** Returns a mail to the queue after a failure. */
export async function markFailed(db: Database, mail: ClaimedMail, reason: string): Promise<void> {
  await requeue(db, mail, { 'last-error': reason, 'next-attempt-on': afterBackoff });
}

/** Requeues a mail whose sending was interrupted because this server stops: it did not fail, and is due at once. */
export async function markInterrupted(db: Database, mail: ClaimedMail): Promise<void> {
  await requeue(db, mail, { 'next-attempt-on': clock });
}

async function requeue(db: Database, mail: ClaimedMail, set: UpdateObject<Schema, 'outbox'>): Promise<void> {
  await inTransaction(db, 'every account', (tx) =>
    tx
      .updateTable('outbox')
      .set(set)
      .where('id', '=', mail.id)
      .where('attempts', '=', mail.attempts)
      .where('sent-on', 'is', null)
      .execute(),
  );
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
      .where('next-attempt-on', '<=', clock)
      .orderBy('next-attempt-on')
      .limit(most)
      .execute();
    await addJobs(tx, 'send-mail', due);
  });
}
