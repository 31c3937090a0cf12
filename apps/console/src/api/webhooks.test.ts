import type { WebhookDelivery } from '@keyhold/contract';
import { expect, test } from 'vitest';
import { deliveriesPause } from './webhooks.ts';

const now = Date.parse('2026-02-10T15:20:00.000Z');

function delivery(status: WebhookDelivery['status'], next: string | null, last: string | null = null): WebhookDelivery {
  return { status, 'next-attempt-on': next, 'last-attempt-on': last } as WebhookDelivery;
}

test('a log is looked after while something in it is about to be tried', () => {
  expect(deliveriesPause([delivery('waiting', '2026-02-10T15:20:10.000Z')], now)).toBe(2000);
  expect(deliveriesPause([delivery('waiting', '2026-02-10T15:19:00.000Z')], now)).toBe(2000);
  expect(deliveriesPause([delivery('waiting', '2026-02-10T16:20:00.000Z')], now)).toBe(30_000);
  // One that is being tried is due again only when the try is given up as lost.
  const [claimed, lately, before] = [
    '2026-02-10T15:22:00.000Z',
    '2026-02-10T15:19:58.000Z',
    '2026-02-10T15:18:00.000Z',
  ];
  expect(deliveriesPause([delivery('waiting', claimed, lately)], now)).toBe(2000);
  expect(deliveriesPause([delivery('waiting', claimed, before)], now)).toBe(30_000);
  expect(deliveriesPause([delivery('delivered', null), delivery('failed', null)], now)).toBe(30_000);
  expect(deliveriesPause([], now)).toBe(30_000);
});
