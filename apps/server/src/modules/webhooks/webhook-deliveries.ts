import { sql } from 'kysely';
import { uuidOf } from '../../access/guards.ts';
import { readTime } from '../../db/database.ts';
import { clock, fromNow } from '../../db/expressions.ts';
import type { Operation } from '../../http/bind.ts';
import { listPage } from '../../lists/page.ts';
import { containsText, foundBySearch } from '../../lists/search.ts';
import { conflict, notFound } from '../../problem.ts';
import { addJobs } from '../../queue/add-jobs.ts';
import { deliveryResource } from '../../records/resources.ts';
import { findWebhook, resetFailures } from './webhooks.sql.ts';

export const listWebhookDeliveries: Operation<'listWebhookDeliveries'> = async (tx, actor, { params, query }) => {
  const webhook = await findWebhook(tx, actor, params.id);
  let deliveries = tx.selectFrom('webhook-deliveries').selectAll().where('webhook-id', '=', webhook.id);
  if (query.status) deliveries = deliveries.where('status', '=', query.status);
  const found = await foundBySearch(query, ['status'], async (search) =>
    containsText(search, ['type', 'status', 'body']),
  );
  if (found) deliveries = deliveries.where(found);
  const sorts = { 'created-on': [sql.ref('created-on'), sql.ref('id')] };
  const { rows, ...page } = await listPage(deliveries, sorts, query, '-created-on');
  return { items: rows.map(deliveryResource), ...page };
};

export const testWebhook: Operation<'testWebhook'> = async (tx, actor, { params }) => {
  const webhook = await findWebhook(tx, actor, params.id, { lock: true });
  requireEnabled(webhook.enabled);
  await resetFailures(tx, webhook.id);
  const type = 'webhook.test';
  const row = await tx
    .insertInto('webhook-deliveries')
    .values({
      'account-id': webhook['account-id'],
      'webhook-id': webhook.id,
      type,
      body: JSON.stringify({ type, timestamp: (await readTime(tx)).toISOString(), data: { webhook: webhook.id } }),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await addJobs(tx, 'deliver-webhook', [row]);
  return { item: deliveryResource(row) };
};

/** Sends the delivery again under the same id, so that a receiver can detect the duplicate. */
export const resendWebhookDelivery: Operation<'resendWebhookDelivery'> = async (tx, actor, { params }) => {
  const webhook = await findWebhook(tx, actor, params.id, { lock: true });
  requireEnabled(webhook.enabled);
  const row = await tx
    .updateTable('webhook-deliveries')
    .set({
      status: 'waiting',
      // The waits between attempts start again from a minute. An attempt in progress is the one that was requested.
      attempts: sql`case when "claimed-until" > ${clock} then 1 else 0 end`,
      'next-attempt-on': sql<Date>`case when "claimed-until" > ${clock} then "next-attempt-on" else ${clock} end`,
      'give-up-on': fromNow({ days: 3 }),
    })
    .where('id', '=', uuidOf(params.deliveryId))
    .where('webhook-id', '=', webhook.id)
    .returningAll()
    .executeTakeFirst();
  if (!row) throw notFound();
  await resetFailures(tx, webhook.id);
  await addJobs(tx, 'deliver-webhook', [row]);
  return { item: deliveryResource(row) };
};

function requireEnabled(enabled: boolean): void {
  if (!enabled) throw conflict('webhook-disabled', 'This webhook is switched off. Switch it on first.');
}
