import { type BodyInputOf, calls, type Webhook, type WebhookDelivery } from '@keyhold/contract';
import { type Change, mutation, type Version, versionOf } from '#api/change.ts';
import { client } from '#api/client.ts';
import { fetchFresh } from '#api/query-client.ts';
import { webhookQuery } from '#api/webhooks.ts';
import type { Deletion } from '#deletion/use-deletion.tsx';
import { deliveriesText, webhooksText } from '#text/webhooks.ts';
import type { WebhookValues } from './webhook-fields.tsx';

const updates = ({ base }: { base: Webhook }) => webhookQuery(base.id).queryKey;
const invalidates = ['webhook', 'webhook-delivery'];

export const createWebhook = mutation({
  send: (body: BodyInputOf<typeof calls.createWebhook>, headers) => client.send(calls.createWebhook, { body, headers }),
  once: true,
  invalidates: ['webhook'],
  success: webhooksText.created,
});

function put(base: Webhook, change: Partial<Webhook>, headers: Record<string, string>): Promise<Version<Webhook>> {
  const { url, description, events, enabled } = { ...base, ...change };
  const body = { url, description, events, enabled };
  return versionOf(client.sendForReply(calls.updateWebhook, { params: { id: base.id }, body, headers }));
}

export const updateWebhook = mutation({
  send: ({ base, intent }: Change<Webhook, WebhookValues>, headers) => put(base, intent, headers),
  updates,
  invalidates,
  success: webhooksText.updated,
});

/** Pauses or resumes deliveries. */
export const setWebhookEnabled = mutation({
  send: ({ base, intent: enabled }: Change<Webhook, boolean>, headers) => put(base, { enabled }, headers),
  updates,
  invalidates,
  success: ({ intent: enabled }) => (enabled ? webhooksText.resumed : webhooksText.paused),
});

export const webhookDeletion: Deletion<Webhook> = {
  item: 'webhook',
  nameOf: ({ url }) => url,
  words: webhooksText,
  current: ({ id }) => fetchFresh(webhookQuery(id)),
  remove: ({ id }, headers) => client.send(calls.deleteWebhook, { params: { id }, headers }),
};

export const renewSecret = mutation({
  send: async ({ id }: Webhook) => (await client.send(calls.renewWebhookSecret, { params: { id } })).secret,
  invalidates: ['webhook'],
  success: null,
});

export const testWebhook = mutation({
  send: ({ id }: Webhook) => client.send(calls.testWebhook, { params: { id } }),
  invalidates,
  success: webhooksText.testSent,
});

export const resendDelivery = mutation({
  send: ({ webhook, delivery }: { webhook: string; delivery: WebhookDelivery }) =>
    client.send(calls.resendWebhookDelivery, { params: { id: webhook, deliveryId: delivery.id } }),
  invalidates,
  success: deliveriesText.resent,
});
