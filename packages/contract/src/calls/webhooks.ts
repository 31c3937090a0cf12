import * as z from 'zod';
import { accountQuery, action, call, idParams, itemOf, itemsOf, listQuery, searchAlso } from '../call.ts';
import { textsWith } from '../resource.ts';
import { resources, webhookDeliverySchema, webhookSchema } from '../resources.ts';
import { deliveryStatuses, webhookSecretSchema } from '../webhooks.ts';

const access = action('iam:ManageWebhooks');
const sorts = [...textsWith(resources.webhook, 'sorted'), 'created-on'] as const;
const withSecret = z.object({ item: webhookSchema, secret: webhookSecretSchema });

export const listWebhooks = call('listWebhooks', 'webhooks', 'GET /iam/v1/webhooks', {
  summary: 'The addresses that are notified of events',
  access,
  query: listQuery(sorts),
  output: itemsOf(webhookSchema),
});

export const listAccountWebhooks = call('listAccountWebhooks', 'webhooks', 'GET /iam/v1/admin/webhooks', {
  summary: 'The addresses of an account that are notified of events',
  access,
  query: listQuery(sorts).extend(accountQuery.shape),
  output: itemsOf(webhookSchema),
});

export const getWebhook = call('getWebhook', 'webhooks', 'GET /iam/v1/webhooks/{id}', {
  summary: 'An address that is notified of events',
  access,
  params: idParams,
  output: itemOf(webhookSchema),
});

export const createWebhook = call('createWebhook', 'webhooks', 'POST /iam/v1/webhooks', {
  summary: 'Have an address notified of events; the key that signs them is answered this once',
  access,
  status: 201,
  body: z.strictObject({
    ...resources.webhook.create,
    'account-id': z.string({ error: 'account-id is missing: say which account the webhook is for.' }),
  }),
  output: withSecret,
});

export const updateWebhook = call('updateWebhook', 'webhooks', 'PUT /iam/v1/webhooks/{id}', {
  summary: 'Change an address, its events, and whether it is notified at all',
  access,
  params: idParams,
  body: z.strictObject(resources.webhook.update),
  output: itemOf(webhookSchema),
});

export const deleteWebhook = call('deleteWebhook', 'webhooks', 'DELETE /iam/v1/webhooks/{id}', {
  summary: 'Notify an address no more, and delete its deliveries',
  access,
  params: idParams,
});

export const renewWebhookSecret = call('renewWebhookSecret', 'webhooks', 'POST /iam/v1/webhooks/{id}/secret', {
  summary: 'Make a new key; for a day, what is sent is signed with the old one as well',
  access,
  params: idParams,
  output: withSecret,
});

export const testWebhook = call('testWebhook', 'webhooks', 'POST /iam/v1/webhooks/{id}/test', {
  summary: 'Send an event of the type webhook.test',
  access,
  params: idParams,
  output: itemOf(webhookDeliverySchema),
});

export const listWebhookDeliveries = call('listWebhookDeliveries', 'webhooks', 'GET /iam/v1/webhooks/{id}/deliveries', {
  summary: 'The deliveries to an address, the latest first, and what became of them',
  access,
  params: idParams,
  query: listQuery(['created-on']).extend({
    status: z.enum(deliveryStatuses, 'status must be waiting, delivered or failed.').optional(),
    ...searchAlso(deliveryStatuses),
  }),
  output: itemsOf(webhookDeliverySchema),
});

export const resendWebhookDelivery = call(
  'resendWebhookDelivery',
  'webhooks',
  'POST /iam/v1/webhooks/{id}/deliveries/{deliveryId}/resend',
  {
    summary: 'Tell an address once more',
    access,
    params: z.object({ id: z.string(), deliveryId: z.string() }),
    output: itemOf(webhookDeliverySchema),
  },
);
