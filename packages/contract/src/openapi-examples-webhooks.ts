import { ids, rns } from './example-names.ts';
import type { Examples } from './openapi-example.ts';
import { bodyOf, listOf } from './openapi-example.ts';
import { resources } from './resources.ts';
import type { WebhookDelivery } from './webhooks.ts';

const webhook = resources.webhook.example;
const { id } = webhook;
const { 'every-account': _usual, ...newWebhook } = bodyOf(resources.webhook, 'create');
const deliveryId = '0198c0de-0000-7000-8000-000000000071';
const params = { id };
const secret = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD';

const delivery: WebhookDelivery = {
  id: deliveryId,
  type: 'license.denied',
  body: JSON.stringify({
    type: 'license.denied',
    timestamp: '2026-02-10T09:01:30.000Z',
    data: { account: rns.account, user: rns.ada, product: rns.product, reason: 'no-seat', 'device-name': 'PRE-04' },
  }),
  status: 'delivered',
  attempts: 1,
  'response-status': 204,
  error: null,
  'created-on': '2026-02-10T09:01:30.000Z',
  'last-attempt-on': '2026-02-10T09:01:30.412Z',
  'next-attempt-on': null,
};

/** Addresses that are notified of events. */
export const webhookExamples: Examples = {
  listWebhooks: { reply: listOf(webhook) },
  listAccountWebhooks: { query: { account: ids.account }, reply: listOf(webhook) },
  getWebhook: { params, reply: { item: webhook } },
  createWebhook: {
    body: { ...newWebhook, 'account-id': ids.account },
    reply: { item: webhook, secret },
  },
  updateWebhook: { params, body: bodyOf(resources.webhook, 'update'), reply: { item: webhook } },
  deleteWebhook: { params },
  renewWebhookSecret: { params, reply: { item: webhook, secret } },
  testWebhook: {
    params,
    reply: {
      item: {
        ...delivery,
        type: 'webhook.test',
        body: JSON.stringify({ type: 'webhook.test', timestamp: delivery['created-on'], data: { webhook: id } }),
        status: 'waiting',
        attempts: 0,
        'response-status': null,
        'last-attempt-on': null,
        'next-attempt-on': delivery['created-on'],
      },
    },
  },
  listWebhookDeliveries: { params, query: { status: 'delivered', limit: 50 }, reply: listOf(delivery) },
  resendWebhookDelivery: {
    params: { id, deliveryId },
    reply: { item: { ...delivery, status: 'waiting', 'next-attempt-on': '2026-02-11T08:30:00.000Z' } },
  },
};
