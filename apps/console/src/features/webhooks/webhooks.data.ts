import { calls, deliveryStatuses, type Webhook, type WebhookDelivery } from '@keyhold/contract';
import { deliveriesText, webhooksText } from '#i18n/text/licensing.ts';
import { accountList } from '#lists/engine/account-list.ts';
import type { ListSource } from '#lists/engine/listing.ts';
import type { Deletion } from '#records/deletion/use-deletion.tsx';
import { keys } from '#server/cache/keys.ts';
import type { Kind } from '#server/cache/kinds.ts';
import { currentOf, recordQuery } from '#server/cache/record-query.ts';
import { client } from '#server/client/client.ts';
import { paramsOf } from '#server/client/version.ts';
import { actionMutation, bodyMutation, recordMutation } from '#server/mutation/call-mutations.ts';
import { mutation } from '#server/mutation/change.ts';

export const webhooksSource = accountList(keys.webhook.list, calls.listWebhooks, calls.listAccountWebhooks, {
  sorts: ['url', 'created-on'],
});

export const webhookQuery = recordQuery(keys.webhook.record, calls.getWebhook);

/** The deliveries of a webhook, by age: the latest comes first. */
export function deliveriesSource(id: string): ListSource<WebhookDelivery> {
  return {
    key: keys['webhook-delivery'].list(id),
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

const invalidates: Kind[] = ['webhook', 'webhook-delivery'];

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
  kind: 'webhook',
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
