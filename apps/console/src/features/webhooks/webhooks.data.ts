import { calls, deliveryStatuses, type Webhook, type WebhookDelivery } from '@keyhold/contract';
import { accountList } from '#api/account-list.ts';
import { actionMutation, bodyMutation, recordMutation } from '#api/call-mutations.ts';
import { mutation, paramsOf } from '#api/change.ts';
import { client } from '#api/client.ts';
import type { ListSource } from '#api/listing.ts';
import { currentOf, recordQuery } from '#api/record-query.ts';
import type { Deletion } from '#deletion/use-deletion.tsx';
import { deliveriesText, webhooksText } from '#text/webhooks.ts';

export const webhooksSource = accountList('webhook', calls.listWebhooks, calls.listAccountWebhooks, {
  sorts: ['url', 'created-on'],
});

export const webhookQuery = recordQuery('webhook', calls.getWebhook);

/** The deliveries of a webhook, by age: the latest comes first. */
export function deliveriesSource(id: string): ListSource<WebhookDelivery> {
  return {
    key: ['webhook-delivery', 'list', id],
    sorts: ['age'],
    words: deliveryStatuses,
    fetchRows: async ({ sort, ...request }, signal) => {
      const query = { ...request, sort: sort === '-age' ? ('created-on' as const) : ('-created-on' as const) };
      return client.send(calls.listWebhookDeliveries, { params: { id }, query, signal });
    },
  };
}

export const currentWebhook = currentOf(webhookQuery);

/** The values that the forms of a webhook set. */
export type WebhookValues = Pick<Webhook, 'url' | 'description' | 'events'>;

const invalidates = ['webhook', 'webhook-delivery'];

export const createWebhook = bodyMutation(calls.createWebhook, {
  invalidates: ['webhook'],
  success: webhooksText.created,
});

/** An update of a webhook; the fields that it does not change stay as the user saw them. */
const update = {
  query: webhookQuery,
  body: (change: Partial<Webhook>, base: Webhook) => {
    const { url, description, events, enabled } = { ...base, ...change };
    return { url, description, events, enabled };
  },
  invalidates,
};

export const updateWebhook = recordMutation(calls.updateWebhook, { ...update, success: webhooksText.updated });

/** Pauses or resumes deliveries. */
export const setWebhookEnabled = recordMutation(calls.updateWebhook, {
  ...update,
  success: ({ intent }) => (intent.enabled ? webhooksText.resumed : webhooksText.paused),
});

export const webhookDeletion: Deletion<Webhook> = {
  item: 'webhook',
  nameOf: ({ url }) => url,
  words: webhooksText,
  current: currentWebhook,
  remove: (webhook, headers) => client.send(calls.deleteWebhook, { params: paramsOf(webhook), headers }),
};

export const renewSecret = actionMutation(calls.renewWebhookSecret, { invalidates: ['webhook'], success: null });

export const testWebhook = actionMutation(calls.testWebhook, { invalidates, success: webhooksText.testSent });

export const resendDelivery = mutation({
  send: ({ webhook, delivery }: { webhook: string; delivery: WebhookDelivery }) =>
    client.send(calls.resendWebhookDelivery, { params: { id: webhook, deliveryId: delivery.id } }),
  invalidates,
  success: deliveriesText.resent,
});
