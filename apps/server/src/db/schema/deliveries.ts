import type { DeliveryFailure, WebhookEvent } from '@keyhold/contract';
import type { Generated } from 'kysely';
import type { Dated, Time, TimeOrNull, WithDefault } from './columns.ts';

export interface OutboxTable {
  id: Generated<string>;
  'account-id': string;
  recipient: string;
  subject: string;
  text: string;
  html: string;
  'created-on': Time;
  'next-attempt-on': Time;
  attempts: WithDefault<number>;
  'last-error': string | null;
  'sent-on': TimeOrNull;
}

export interface WebhooksTable extends Dated {
  id: Generated<string>;
  'account-id': string;
  url: string;
  description: WithDefault<string>;
  events: WebhookEvent[];
  'every-account': WithDefault<boolean>;
  enabled: WithDefault<boolean>;
  secret: string;
  'old-secret': string | null;
  'old-secret-until': TimeOrNull;
  failures: WithDefault<number>;
  'retry-on': TimeOrNull;
  /** Whether the last answer took long; null before the first one. */
  slow: boolean | null;
}

export interface WebhookDeliveriesTable {
  id: Generated<string>;
  'account-id': string;
  'webhook-id': string;
  type: string;
  body: string;
  status: WithDefault<'waiting' | 'delivered' | 'failed'>;
  attempts: WithDefault<number>;
  'response-status': number | null;
  error: string | null;
  'created-on': Time;
  'last-attempt-on': TimeOrNull;
  'next-attempt-on': Time;
  /** Until when the node that makes it has it for itself; null while none does. */
  'claimed-until': TimeOrNull;
  'give-up-on': Time;
  /** What `error` says, but of failures that an earlier version recorded. */
  failure: DeliveryFailure | null;
}
