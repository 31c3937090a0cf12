import * as z from 'zod';
import { boundedText, filledList } from '../fields/bounds.ts';

/** The events that a webhook can be notified of. */
export const webhookEvents = [
  'license.consumed',
  'license.released',
  'license.lapsed',
  'license.denied',
  'license.issued',
  'license.status-changed',
  'license.expiring',
  'pool.overdraft',
] as const;
export type WebhookEvent = (typeof webhookEvents)[number];

/** The reasons why there was no response from a host. */
const connectionFailures = [
  'private-address',
  'unknown-host',
  'connection-refused',
  'connection-reset',
  'host-unreachable',
  'untrusted-certificate',
  'no-https',
  'timeout',
  'connection-failed',
] as const;
export type ConnectionFailure = (typeof connectionFailures)[number];

/** The statuses of a delivery. */
export const deliveryStatuses = ['waiting', 'delivered', 'failed'] as const;

/** The reasons why a delivery failed. */
export const deliveryFailures = [...connectionFailures, 'redirect', 'gone', 'error-status', 'not-attempted'] as const;
export type DeliveryFailure = (typeof deliveryFailures)[number];

/** The maximum length of a webhook's address, in characters. */
export const webhookUrlLimit = 2000;
/** The maximum number of webhooks of an account. */
export const webhookLimit = 20;

/** The key that signs a webhook's notifications (Standard Webhooks), shown only once, when it is created. */
export const webhookSecretSchema = z.string().meta({ description: '`whsec_` and the key in base64.' });

const urlTooLong = `url has at most ${webhookUrlLimit} characters.`;
const urlMessage = 'url must be an http or https address without user name and password.';

/** The address of a webhook in a request. */
export const webhookUrlSchema = boundedText(
  webhookUrlLimit,
  urlTooLong,
  'url is missing: say which address receives the events.',
)
  .trim()
  .max(webhookUrlLimit, urlTooLong)
  .refine(isWebAddress, urlMessage)
  .meta({ format: 'uri' });

function isWebAddress(text: string): boolean {
  const parts = /^https?:\/\/([^/?#\\\s]+)(?:[/?#\\][^\s\p{Cc}]*)?$/u.exec(text);
  return parts !== null && !(parts[1] ?? '').includes('@');
}

/** The events that a webhook is notified of, at least one; duplicates are removed. */
export const webhookEventsSchema = filledList(
  z.enum(webhookEvents, `events are of ${webhookEvents.join(', ')}.`),
  100,
  'Choose at least one event.',
  'events has at most 100 entries.',
  'events is missing: say which events to send.',
).transform((events) => [...new Set(events)]);
