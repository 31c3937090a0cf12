import { deliveryFailures, type WebhookDelivery } from '@keyhold/contract';
import { expect, test } from 'vitest';
import { deliveriesText } from '#i18n/text/licensing.ts';
import { answerOf } from './webhook-state.tsx';

const tried = (status: number | null, failure: WebhookDelivery['failure'], error: string | null) =>
  answerOf({ 'response-status': status, failure, error } as WebhookDelivery);

test('describes the response of the receiver, or why there is none', () => {
  expect(tried(null, null, null)).toBe('None yet');
  expect(tried(204, null, null)).toBe('204');
  expect(tried(503, 'error-status', '')).toBe('The address answered 503.');
  expect(tried(302, 'redirect', '')).toBe(
    'The address answered 302: redirects are not followed. Enter the address that it leads to.',
  );
  expect(tried(410, 'gone', '')).toBe(
    'The address answered 410 Gone, and receives nothing more until it is enabled again.',
  );
  expect(tried(null, 'unknown-host', '')).toBe('There is no host of this name.');
});

test('shows the sentence of the server for a failure without a code', () => {
  expect(tried(null, null, 'The host is asleep.')).toBe('The host is asleep.');
});

test('has a sentence for every failure', () => {
  expect(Object.keys(deliveriesText.failures)).toEqual(deliveryFailures);
});
