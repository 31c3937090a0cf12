import type { WebhookDelivery } from '@keyhold/contract';
import { expect, test } from 'vitest';
import { answerOf } from './webhook-state.tsx';

const tried = (status: number | null, error: string | null) =>
  answerOf({ 'response-status': status, error } as WebhookDelivery);

test('a delivery says what its receiver answered, in words of the console, or why it did not', () => {
  expect(tried(null, null)).toBe('None yet');
  expect(tried(204, null)).toBe('204');
  expect(tried(503, 'The address answered 503.')).toBe('The address answered 503.');
  expect(tried(302, '')).toBe(
    'The address answered 302: redirects are not followed. Enter the address that it leads to.',
  );
  expect(tried(410, '')).toBe('The address answered 410 Gone, and is told nothing more until it is enabled again.');
  expect(tried(null, 'There is no host of this name.')).toBe('There is no host of this name.');
});
