import { expect, test } from 'vitest';
import { createOnceHeader } from './idempotency.ts';

test('the key stays while the request does, and is new for another', () => {
  const once = createOnceHeader();
  const first = once({ count: 2 });
  expect(first['Idempotency-Key']).toMatch(/^[0-9a-f]{32}$/);
  expect(once({ count: 2 })).toEqual(first);
  expect(once({ count: 3 })).not.toEqual(first);
  expect(createOnceHeader()({ count: 2 })).not.toEqual(first);
});
