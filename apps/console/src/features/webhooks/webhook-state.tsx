import type { Webhook, WebhookDelivery } from '@keyhold/contract';
import { deliveriesText, webhooksText } from '#text/webhooks.ts';
import { Badge, type Tone } from '#ui/feedback/status-badge.tsx';

type State = keyof typeof webhooksText.states;

const tones: Readonly<Record<State, Tone>> = { on: 'green', failing: 'red', paused: 'gray' };

export function stateOf({ enabled, failures }: Webhook): State {
  if (!enabled) return 'paused';
  return failures > 0 ? 'failing' : 'on';
}

export function WebhookState({ webhook }: { webhook: Webhook }) {
  const state = stateOf(webhook);
  return (
    <Badge tone={tones[state]} dot>
      {webhooksText.states[state]}
    </Badge>
  );
}

const deliveryTones: Readonly<Record<WebhookDelivery['status'], Tone>> = {
  delivered: 'green',
  failed: 'red',
  waiting: 'yellow',
};

export function DeliveryStatus({ status }: Pick<WebhookDelivery, 'status'>) {
  return (
    <Badge tone={deliveryTones[status]} dot>
      {deliveriesText.statuses[status]}
    </Badge>
  );
}

/** The receiver's status, or why there was none. */
export function answerOf(delivery: WebhookDelivery): string {
  const status = delivery['response-status'];
  return delivery.error ?? (status === null ? deliveriesText.noAnswer : String(status));
}
