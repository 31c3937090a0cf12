import type { Logger } from 'pino';
import type { Database } from '../../db/database.ts';
import { rowIdOf } from '../../jobs/add-jobs.ts';
import { type Running, startWorker } from '../../jobs/worker.ts';
import { tellOfExpiry } from './expiring.ts';
import { postWebhook } from './post-webhook.ts';
import {
  claimDelivery,
  deliverDueWebhooks,
  markDelivered,
  markFailed,
  markGone,
  markInterrupted,
} from './webhook-outbox.ts';
import { signatureHeaders } from './webhook-signature.ts';

/** What delivering needs. */
export interface WebhookDelivering {
  readonly db: Database;
  readonly log: Logger;
  /** Whether addresses of this machine and of the networks around it may be told: in a demo or a closed network. */
  readonly allowPrivate: boolean;
  /** How long an address may take to answer, in milliseconds, if not as long as usual. */
  readonly patience?: number;
}

/** Addresses that are told something at the same time, by each node. */
const concurrency = 4;

/**
 * Tells webhooks what transactions have queued for them. A worker of its own: addresses that hang hold up nothing but
 * webhooks.
 */
export function startWebhookWorker(
  options: WebhookDelivering & { readonly connectionString: string; readonly region: string },
): Promise<Running> {
  const { db, log, connectionString, region } = options;
  return startWorker({
    connectionString,
    concurrency,
    log,
    tasks: {
      'deliver-webhook': { run: (payload, signal) => deliverWebhook(options, rowIdOf(payload), signal) },
      'deliver-due-webhooks': { run: () => deliverDueWebhooks(db), every: 'each minute' },
      'tell-of-expiry': { run: () => tellOfExpiry(db, region), every: { atMinute: 28 } },
    },
  });
}

/**
 * Makes one delivery, if it is due and nobody else is making it. A failure is kept with it, and it is due again later.
 *
 * @param signal aborted when this server stops
 */
async function deliverWebhook(
  { db, log, allowPrivate, patience }: WebhookDelivering,
  id: string,
  signal: AbortSignal,
): Promise<void> {
  const delivery = await claimDelivery(db, id);
  if (!delivery) return;
  const headers = signatureHeaders(delivery.id, delivery.now, delivery.body, delivery.secrets);
  const { url, body } = delivery;
  const result = await postWebhook({ url, headers, body, allowPrivate, patience }, signal).catch(
    (error: Error) => error,
  );
  if (result instanceof Error) {
    if (signal.aborted) return markInterrupted(db, delivery);
    log.info({ delivery: id, reason: result.message }, 'A webhook could not be told; it will be tried again.');
    return markFailed(db, delivery, { status: null, error: result.message });
  }
  if (result >= 200 && result < 300) return markDelivered(db, delivery, result);
  if (result === 410) {
    const error = 'The address answered 410 Gone, and is told nothing more until it is enabled again.';
    return markGone(db, delivery, { status: result, error });
  }
  return markFailed(db, delivery, { status: result, error: sentenceOf(result) });
}

function sentenceOf(status: number): string {
  return status >= 300 && status < 400
    ? `The address answered ${status}: redirects are not followed. Enter the address that it leads to.`
    : `The address answered ${status}.`;
}
