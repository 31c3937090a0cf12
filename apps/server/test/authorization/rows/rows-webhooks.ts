import type { Maker } from '../../made/maker.ts';
import type { Row } from '../row.ts';

const needs = 'iam:ManageWebhooks';
const fields = { url: 'https://receiver.example/keyhold', events: ['license.consumed'] };

async function webhook(make: Maker, account: string) {
  return { id: await make.webhook(account) };
}

/** Webhooks: addresses that receive events. */
export const webhookRows = {
  listWebhooks: { about: 'the own account', needs, request: () => ({}) },
  listAccountWebhooks: {
    about: 'an account',
    needs,
    accountIn: 'query',
    request: (_make, account) => ({ query: { account } }),
  },
  getWebhook: {
    about: 'an account',
    needs,
    ids: { id: 'webhook' },
    request: async (make, account) => ({ params: await webhook(make, account) }),
  },
  createWebhook: {
    about: 'an account',
    needs,
    accountIn: 'body',
    request: (_make, account) => ({ body: { ...fields, 'account-id': account } }),
  },
  updateWebhook: {
    about: 'an account',
    needs,
    ids: { id: 'webhook' },
    request: async (make, account) => ({ params: await webhook(make, account), body: { ...fields, enabled: true } }),
  },
  deleteWebhook: {
    about: 'an account',
    needs,
    ids: { id: 'webhook' },
    request: async (make, account) => ({ params: await webhook(make, account) }),
  },
  renewWebhookSecret: {
    about: 'an account',
    needs,
    ids: { id: 'webhook' },
    request: async (make, account) => ({ params: await webhook(make, account) }),
  },
  testWebhook: {
    about: 'an account',
    needs,
    ids: { id: 'webhook' },
    request: async (make, account) => ({ params: await webhook(make, account) }),
  },
  listWebhookDeliveries: {
    about: 'an account',
    needs,
    ids: { id: 'webhook' },
    request: async (make, account) => ({ params: await webhook(make, account) }),
  },
  resendWebhookDelivery: {
    about: 'an account',
    needs,
    ids: { id: 'webhook', deliveryId: 'webhook-delivery' },
    request: async (make, account) => {
      const { id } = await webhook(make, account);
      return { params: { id, deliveryId: await make.webhookDelivery(account, id) } };
    },
  },
} as const satisfies Record<string, Row>;
