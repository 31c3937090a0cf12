import { ids } from '../../fields/example-names.ts';
import { resources } from '../../resources/resources.ts';
import type { Examples } from './example.ts';
import { bodyOf, listOf } from './example.ts';

const webhook = resources.webhook.example;
const delivery = resources.webhookDelivery.example;
const { id } = webhook;
const { 'every-account': _usual, ...newWebhook } = bodyOf(resources.webhook, 'create');
const params = { id };
const secret = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD';

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
    params: { id, deliveryId: delivery.id },
    reply: { item: { ...delivery, status: 'waiting', 'next-attempt-on': '2026-02-11T08:30:00.000Z' } },
  },
};
