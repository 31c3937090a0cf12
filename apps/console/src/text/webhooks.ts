import type { WebhookDelivery, WebhookEvent } from '@keyhold/contract';
import { shellText } from './shell.ts';

/** Sentences about the addresses that are told of events. */
export const webhooksText = {
  title: shellText.webhooks,
  back: 'Back to Webhooks',
  item: 'webhook',
  newWebhook: 'New webhook',
  createTitle: 'Create new webhook',
  url: 'Address',
  urlHint: 'Begins with https:// and is reachable from the internet.',
  events: 'Events',
  allEvents: 'All events',
  everyAccount: 'Hear of every account',
  everyAccountHint: 'Not only what happens in the provider’s own account.',
  everyAccountBadge: 'Every account',
  state: 'State',
  states: { on: 'On', failing: 'Failing', paused: 'Paused' },
  failures: (count: number): string => `${count} in a row failed`,
  details: 'Details',
  deliveries: 'Deliveries',
  secret: 'Signing secret',
  pause: 'Pause',
  resume: 'Resume',
  test: 'Send a test event',
  testSent: 'Test event queued',
  paused: 'Webhook paused',
  resumed: 'Webhook resumed',
  created: 'Webhook successfully created',
  updated: 'Webhook successfully updated',
  deleted: 'Webhook successfully deleted',
  deletionTakes: 'It is told nothing more, and its deliveries are forgotten.',
  pausedNote: 'While a webhook is paused nothing is sent to it, and what happens meanwhile is not kept for it.',
  noneTitle: 'No webhooks yet',
  noneHint: 'A webhook tells another system when a license is taken, given back, refused, issued or about to end.',
  secretTitle: 'Signing secret',
  secretOnce: 'Copy it now: it is not shown again. Whoever receives the events checks their signature with it.',
  secretAbout:
    'Every delivery is signed by the Standard Webhooks scheme, so that its receiver knows that it comes from here. The secret was shown when it was made and cannot be read again.',
  copySecret: 'Copy secret',
  copied: 'Copied',
  done: 'Done',
  renew: 'Make a new secret',
  renewBody:
    'Are you sure you want to make a new secret? For one day deliveries are signed with the old one as well, so that the receiver has time to change.',
  renewConfirm: 'Make new secret',
  cancel: 'Cancel',
} as const;

export const deliveriesText = {
  event: 'Event',
  status: 'Status',
  attempts: 'Attempts',
  answer: 'Answer',
  noAnswer: 'None yet',
  created: 'Created',
  lastTry: 'Last try',
  nextTry: 'Next try',
  id: 'ID',
  body: 'Body',
  title: 'Delivery',
  show: (event: string): string => `Show ${event}`,
  resend: (event: string): string => `Resend ${event}`,
  resendOne: 'Resend',
  resending: 'Sending...',
  resent: 'Delivery queued again',
  noneTitle: 'Nothing was sent yet',
  noneHint: 'What the address is told appears here, with its answer, for 30 days.',
  statuses: { waiting: 'Waiting', delivered: 'Delivered', failed: 'Failed' } satisfies Record<
    WebhookDelivery['status'],
    string
  >,
} as const;

/** What each event means. */
export const eventText: Readonly<Record<WebhookEvent, string>> = {
  'license.consumed': 'Somebody takes a license',
  'license.released': 'A license is given back, or its user is logged off',
  'license.lapsed': 'A device that held a license is not heard of any more',
  'license.denied': 'Somebody wants a license and gets none',
  'license.issued': 'A license is issued to the account',
  'license.status-changed': 'A license is suspended, resumed, or expires',
  'license.expiring': 'A license ends within 14 days',
};
