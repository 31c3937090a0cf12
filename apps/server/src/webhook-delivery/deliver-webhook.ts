import type { Logger } from 'pino';
import type { Database } from '../db/database.ts';
import type { Installation } from '../installation.ts';
import { ConnectionError } from '../network/connection-error.ts';
import { type Tracing, traced } from '../tracing/tracing.ts';
import { postWebhook } from './post-webhook.ts';
import { claimDelivery, disableGoneWebhook, markDelivered, markFailed, markInterrupted } from './webhook-outbox.ts';
import { signatureHeaders } from './webhook-signature.ts';

export interface DeliverySettings {
  /** Whether webhooks may lead to this machine and to private networks: in a demo or a closed network. */
  readonly webhooksAllowPrivate: boolean;
  /** How long a receiver may take to respond, in milliseconds, if not the default. */
  readonly webhookTimeout?: number | undefined;
}

/** The services that a delivery needs. */
interface DeliveryServices {
  readonly db: Database;
  readonly log: Logger;
  readonly installation: Installation;
  readonly tracing: Tracing | null;
}

/** Responses that take longer are slow, in milliseconds. */
const slowAfter = 1_000;

/**
 * Makes the next due delivery of an account, unless the account already has its maximum in progress. A failure is
 * recorded with the delivery, which is due again later.
 *
 * @param id any delivery of the account
 * @param signal aborted when this server stops
 */
export async function deliverWebhook(
  { db, log, installation, tracing }: DeliveryServices,
  { webhooksAllowPrivate: allowPrivate, webhookTimeout: timeout }: DeliverySettings,
  id: string,
  signal: AbortSignal,
): Promise<void> {
  const delivery = await claimDelivery(db, installation.region, id);
  if (!delivery) return;
  const headers = signatureHeaders(delivery.id, delivery.now, delivery.body, delivery.secrets);
  const { url, body } = delivery;
  const begun = performance.now();
  // Only the host of the address: the rest may contain a secret.
  const attributes = { 'keyhold.delivery': delivery.id, 'server.address': new URL(url).hostname };
  const result = await traced(tracing, 'webhook', 'client', attributes, async (span) => {
    const status = await postWebhook({ url, headers, body, allowPrivate, timeout }, signal);
    span?.note({ 'http.response.status_code': status });
    return status;
  }).catch((error: ConnectionError) => error);
  const slow = performance.now() - begun > slowAfter;
  if (result instanceof ConnectionError) {
    if (signal.aborted) return markInterrupted(db, delivery);
    const { failure, cause } = result;
    log.info({ delivery: delivery.id, failure, cause }, 'A webhook delivery failed; it will be retried.');
    return markFailed(db, delivery, { status: null, failure, error: result.message, slow });
  }
  if (result >= 200 && result < 300) return markDelivered(db, delivery, { status: result, slow });
  if (result === 410) {
    const error = 'The address answered 410 Gone, and receives nothing more until it is enabled again.';
    return disableGoneWebhook(db, delivery, { status: result, failure: 'gone', error, slow });
  }
  return markFailed(db, delivery, { status: result, ...failureOf(result), slow });
}

function failureOf(status: number) {
  if (status < 300 || status >= 400)
    return { failure: 'error-status', error: `The address answered ${status}.` } as const;
  const error = `The address answered ${status}: redirects are not followed. Enter the address that it leads to.`;
  return { failure: 'redirect', error } as const;
}
