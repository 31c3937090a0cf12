import { calls, type QueryInputOf, type Webhook, type WebhookDelivery } from '@keyhold/contract';
import { queryOptions } from '@tanstack/react-query';
import { client } from './client.ts';
import { keys } from './keys.ts';
import type { ListSource } from './listing.ts';
import type { AccountScope } from './selected-account.ts';
import { listingQuery } from './use-list.ts';

/** The addresses of an account that are told of events. */
export function webhooksSource({ accountId, isAuthUserAccount }: AccountScope): ListSource<Webhook> {
  return {
    key: keys.webhooks(accountId),
    sorts: ['url', 'created-on'],
    ask: async (request, signal) => {
      const query = request as QueryInputOf<typeof calls.listWebhooks>;
      const {
        items,
        total,
        'next-cursor': next,
      } = isAuthUserAccount
        ? await client.send(calls.listWebhooks, { query, signal })
        : await client.send(calls.listAccountWebhooks, { query: { ...query, account: accountId }, signal });
      return { items, total, next };
    },
  };
}

/** The addresses of an account that are told of events. */
export function webhooksQuery(scope: AccountScope) {
  return listingQuery(webhooksSource(scope));
}

/** One webhook, and the version to send along with a change. */
export function webhookQuery(id: string) {
  return queryOptions({
    queryKey: keys.webhook(id),
    queryFn: async ({ signal }) => {
      const { data, etag } = await client.sendForReply(calls.getWebhook, { params: { id }, signal });
      return { item: data.item, etag };
    },
  });
}

/** What an address was told. Its order is by age: what was told last comes first. */
export function deliveriesSource(id: string): ListSource<WebhookDelivery> {
  return {
    key: keys.webhookDeliveries(id),
    sorts: ['age'],
    ask: async ({ sort, ...request }, signal) => {
      const query = { ...request, sort: sort === '-age' ? ('created-on' as const) : ('-created-on' as const) };
      const {
        items,
        total,
        'next-cursor': next,
      } = await client.send(calls.listWebhookDeliveries, {
        params: { id },
        query,
        signal,
      });
      return { items, total, next };
    },
  };
}
