import { expect, test, vi } from 'vitest';
import { mutation } from './change.ts';

vi.mock(import('#ui/feedback/toast.tsx'));

/** A creation whose request fails for a name that is in `refused`, and the keys of its requests. */
function creation({ once }: { once: boolean }) {
  const keys: (string | undefined)[] = [];
  const refused = new Set<string>();
  const create = mutation({
    send: async ({ name }: { name: string }, headers) => {
      keys.push(headers['Idempotency-Key']);
      if (refused.has(name)) throw new Error('The connection broke.');
      return name;
    },
    once,
    touches: [],
    success: null,
  });
  return { create, keys, refused };
}

test('the same input after a failure has the same key, another input and one after a success have another', async () => {
  const { create, keys, refused } = creation({ once: true });
  refused.add('First');
  await expect(create({ name: 'First' })).rejects.toThrow('The connection broke.');
  await expect(create({ name: 'First' })).rejects.toThrow('The connection broke.');
  await expect(create({ name: 'Second' })).resolves.toBe('Second');
  await create({ name: 'Second' });
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
  expect(keys[1]).toBe(keys[0]);
  expect(new Set(keys).size).toBe(3);
});

test('a mutation that is not executed once sends no key', async () => {
  const { create, keys } = creation({ once: false });
  await create({ name: 'First' });
  expect(keys).toEqual([undefined]);
});
