import type { Webhook, WebhookDelivery } from '@keyhold/contract';
import { deliveriesText, webhooksText } from '#i18n/text/licensing.ts';
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

/** The response of the receiver, or why there is none. */
export function answerOf({ 'response-status': status, failure, error }: WebhookDelivery): string {
  // Failures recorded by an earlier version of the server have only its sentence.
  if (failure === null) return error ?? (status === null ? deliveriesText.noAnswer : String(status));
  const sentence = deliveriesText.failures[failure];
  return typeof sentence === 'string' ? sentence : sentence({ status: status ?? '' });
}
