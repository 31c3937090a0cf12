import type { WebhookEvent } from '@keyhold/contract';
import { compileOnce, defer, type ParametersFor } from '@keyhold/pg-round-trip';
import { sql } from 'kysely';
import type { Transaction } from '../db/database.ts';

/** An event of an account, for the webhooks that subscribe to it. */
interface QueuedEvent {
  readonly account: string;
  readonly type: WebhookEvent;
  /** The payload without type and time. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** Queues events for the webhooks that subscribe to them, only if this transaction commits. */
export function queueWebhooks(tx: Transaction, events: readonly QueuedEvent[]): void {
  if (events.length > 0) defer(tx, insertDeliveries({ events: JSON.stringify(events) }));
}

const insertDeliveries = compileOnce(
  (_tx: Transaction, { events }: ParametersFor<{ events: string }>) => sql`select "queue-webhooks"(${events}::jsonb)`,
);
