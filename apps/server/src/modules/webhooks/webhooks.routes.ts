import { calls } from '@keyhold/contract';
import type { Binder } from '../../http/bind.ts';
import { listWebhookDeliveries, resendWebhookDelivery, testWebhook } from './webhook-deliveries.ts';
import {
  createWebhook,
  deleteWebhook,
  getWebhook,
  listAccountWebhooks,
  listWebhooks,
  renewWebhookSecret,
  updateWebhook,
} from './webhooks.ts';

export function bindWebhooks(binder: Binder): void {
  binder.operation(calls.listWebhooks, listWebhooks);
  binder.operation(calls.listAccountWebhooks, listAccountWebhooks);
  binder.operation(calls.getWebhook, getWebhook);
  binder.operation(calls.createWebhook, createWebhook);
  binder.operation(calls.updateWebhook, updateWebhook);
  binder.operation(calls.deleteWebhook, deleteWebhook);
  binder.operation(calls.renewWebhookSecret, renewWebhookSecret);
  binder.operation(calls.testWebhook, testWebhook);
  binder.operation(calls.listWebhookDeliveries, listWebhookDeliveries);
  binder.operation(calls.resendWebhookDelivery, resendWebhookDelivery);
}
