import { afterEach, expect, test, vi } from 'vitest';
import { canCopy, copyText } from './clipboard.ts';

afterEach(() => vi.unstubAllGlobals());

test('a refused copy fails with a sentence for the user', async () => {
  const refused = new DOMException('Write permission denied.', 'NotAllowedError');
  vi.stubGlobal('navigator', { clipboard: { writeText: () => Promise.reject(refused) } });
  expect(canCopy()).toBe(true);
  await expect(copyText('the key')).rejects.toThrow('The browser did not allow copying.');
});

test('copying is not offered without a clipboard', () => {
  vi.stubGlobal('navigator', {});
  expect(canCopy()).toBe(false);
});
