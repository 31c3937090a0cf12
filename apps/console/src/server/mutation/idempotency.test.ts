import { afterEach, expect, test, vi } from 'vitest';
import { createOnceHeader } from './idempotency.ts';

afterEach(() => void vi.useRealTimers());

test('keeps the key for the same request, and creates a new one for another', () => {
  const once = createOnceHeader();
  const first = once({ count: 2 });
  expect(first['Idempotency-Key']).toMatch(/^[0-9a-f]{32}$/);
  expect(once({ count: 2 })).toEqual(first);
  expect(once({ count: 3 })).not.toEqual(first);
  expect(createOnceHeader()({ count: 2 })).not.toEqual(first);
});

test('creates a new key for the same request after the retry time', () => {
  vi.useFakeTimers();
  const once = createOnceHeader();
  const first = once({ count: 2 });
  vi.advanceTimersByTime(50_000);
  expect(once({ count: 2 })).toEqual(first);
  vi.advanceTimersByTime(70_000);
  expect(once({ count: 2 })).not.toEqual(first);
});
