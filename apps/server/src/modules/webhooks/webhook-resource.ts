import type { Webhook, WebhookDelivery } from '@keyhold/contract';
import type { Selectable } from 'kysely';
import type { WebhookDeliveriesTable, WebhooksTable } from '../../db/schema.ts';

/** A webhook as replies show it, without its key. */
export function webhookResource(row: Selectable<WebhooksTable>): Webhook {
  return {
    id: row.id,
    url: row.url,
    description: row.description,
    events: row.events,
    'every-account': row['every-account'],
    enabled: row.enabled,
    failures: row.failures,
    'created-on': row['created-on'].toISOString(),
    'updated-on': row['updated-on'].toISOString(),
  };
}

/** A delivery as replies show it. */
export function deliveryResource(row: Selectable<WebhookDeliveriesTable>): WebhookDelivery {
  return {
    id: row.id,
    type: row.type,
    body: row.body,
    status: row.status,
    attempts: row.attempts,
    'response-status': row['response-status'],
    error: row.error,
    'created-on': row['created-on'].toISOString(),
    'last-attempt-on': row['last-attempt-on']?.toISOString() ?? null,
    'next-attempt-on': row.status === 'waiting' ? row['next-attempt-on'].toISOString() : null,
  };
}
