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
  /** The mail was refused for good, or its link has ended: it is not sent any more. */
  'given-up-on': TimeOrNull;
  /** The user whose last invitation this is; null for any other mail. */
  'user-id': string | null;
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
  /** Whether the last response was slow; null before the first one. */
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
  /** The end of a node's claim on the delivery; null without a claim. */
  'claimed-until': TimeOrNull;
  'give-up-on': Time;
  /** The code of `error`; null for failures that an earlier version recorded. */
  failure: DeliveryFailure | null;
}
