import { calls, deliveryStatuses, type Webhook, type WebhookDelivery } from '@keyhold/contract';
import { client } from './client.ts';
import { type ListSource, listReply } from './listing.ts';
import { recordQuery } from './record-query.ts';
import type { AccountScope } from './selected-account.ts';
import { sendInAccount } from './send-in-account.ts';

export function webhooksSource(scope: AccountScope): ListSource<Webhook> {
  return {
    key: ['webhook', 'list', scope.accountId],
    sorts: ['url', 'created-on'],
    fetchRows: async (request, signal) =>
      listReply(await sendInAccount(scope, calls.listWebhooks, calls.listAccountWebhooks, request, signal)),
  };
}

export const webhookQuery = recordQuery('webhook', calls.getWebhook);

/** The deliveries of a webhook, by age: the latest comes first. */
export function deliveriesSource(id: string): ListSource<WebhookDelivery> {
  return {
    key: ['webhook-delivery', 'list', id],
    sorts: ['age'],
    words: deliveryStatuses,
    fetchRows: async ({ sort, ...request }, signal) => {
      const query = { ...request, sort: sort === '-age' ? ('created-on' as const) : ('-created-on' as const) };
      return listReply(await client.send(calls.listWebhookDeliveries, { params: { id }, query, signal }));
    },
  };
}
