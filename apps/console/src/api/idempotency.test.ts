import { afterEach, expect, test, vi } from 'vitest';
import { createOnceHeader } from './idempotency.ts';

afterEach(() => void vi.useRealTimers());

test('the key stays while the request does, and is new for another', () => {
  const once = createOnceHeader();
  const first = once({ count: 2 });
  expect(first['Idempotency-Key']).toMatch(/^[0-9a-f]{32}$/);
  expect(once({ count: 2 })).toEqual(first);
  expect(once({ count: 3 })).not.toEqual(first);
  expect(createOnceHeader()({ count: 2 })).not.toEqual(first);
});

test('the same request much later is another one', () => {
  vi.useFakeTimers();
  const once = createOnceHeader();
  const first = once({ count: 2 });
  vi.advanceTimersByTime(50_000);
  expect(once({ count: 2 })).toEqual(first);
  vi.advanceTimersByTime(70_000);
  expect(once({ count: 2 })).not.toEqual(first);
});
