import type { Making } from './making.ts';

/** Webhooks. */
export function makeWebhooks({ insert, next }: Making) {
  return {
    /** A webhook without events; webhooks have no rn. */
    async webhook(account: string): Promise<string> {
      const { id } = await insert((tx) =>
        tx
          .insertInto('webhooks')
          .values({
            'account-id': account,
            url: `https://made.example/${next()}`,
            events: [],
            secret: 'whsec_TUFERQ==',
          })
          .returning('id')
          .executeTakeFirstOrThrow(),
      );
      return id;
    },

    async webhookDelivery(account: string, webhook: string): Promise<string> {
      const row = { 'account-id': account, 'webhook-id': webhook, type: 'webhook.test', body: '{}' };
      const { id } = await insert((tx) =>
        tx.insertInto('webhook-deliveries').values(row).returning('id').executeTakeFirstOrThrow(),
      );
      return id;
    },
  };
}
