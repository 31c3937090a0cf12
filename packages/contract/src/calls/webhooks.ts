import * as z from 'zod';
import { accountQuery, action, call, idParams, itemOf, itemsOf, listQuery, searchAlso } from '../call.ts';
import { anyId } from '../fields/bounds.ts';
import { textsWith } from '../fields/resource.ts';
import { resources, webhookDeliverySchema, webhookSchema } from '../resources/resources.ts';
import { deliveryStatuses, webhookSecretSchema } from '../resources/webhooks.ts';

const access = action('iam:ManageWebhooks');
const sorts = [...textsWith(resources.webhook, 'sorted'), 'created-on'] as const;
const withSecret = z.object({ item: webhookSchema, secret: webhookSecretSchema });

export const listWebhooks = call('listWebhooks', 'webhooks', 'GET /iam/v1/webhooks', {
  summary: 'The webhooks of the own account',
  access,
  query: listQuery(sorts),
  output: itemsOf(webhookSchema),
});

export const listAccountWebhooks = call('listAccountWebhooks', 'webhooks', 'GET /iam/v1/admin/webhooks', {
  summary: 'The webhooks of an account, for provider staff',
  access,
  query: listQuery(sorts).extend(accountQuery.shape),
  output: itemsOf(webhookSchema),
});

export const getWebhook = call('getWebhook', 'webhooks', 'GET /iam/v1/webhooks/{id}', {
  summary: 'A webhook',
  access,
  params: idParams,
  output: itemOf(webhookSchema),
});

export const createWebhook = call('createWebhook', 'webhooks', 'POST /iam/v1/webhooks', {
  summary: 'Create a webhook; its signing secret is returned only here and when it is renewed',
  access,
  status: 201,
  body: z.strictObject({
    ...resources.webhook.create,
    'account-id': anyId('account-id is missing: say which account the webhook is for.'),
  }),
  output: withSecret,
});

export const updateWebhook = call('updateWebhook', 'webhooks', 'PUT /iam/v1/webhooks/{id}', {
  summary: 'Change a webhook: address, events, and whether it is enabled',
  access,
  params: idParams,
  body: z.strictObject(resources.webhook.update),
  output: itemOf(webhookSchema),
});

export const deleteWebhook = call('deleteWebhook', 'webhooks', 'DELETE /iam/v1/webhooks/{id}', {
  summary: 'Delete a webhook and its deliveries',
  access,
  params: idParams,
});

export const renewWebhookSecret = call('renewWebhookSecret', 'webhooks', 'POST /iam/v1/webhooks/{id}/secret', {
  summary: 'Renew the signing secret of a webhook; for a day, deliveries are signed with both',
  access,
  params: idParams,
  output: withSecret,
});

export const testWebhook = call('testWebhook', 'webhooks', 'POST /iam/v1/webhooks/{id}/test', {
  summary: 'Send a test event (webhook.test)',
  access,
  params: idParams,
  output: itemOf(webhookDeliverySchema),
});

export const listWebhookDeliveries = call('listWebhookDeliveries', 'webhooks', 'GET /iam/v1/webhooks/{id}/deliveries', {
  summary: 'The deliveries of a webhook and their results, the latest first',
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
    summary: 'Repeat a delivery of a webhook',
    access,
    params: idParams.extend({ deliveryId: anyId() }),
    output: itemOf(webhookDeliverySchema),
  },
);
