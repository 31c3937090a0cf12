import { expect, test } from 'vitest';
import { formText } from './every-page.ts';
import { confirmText } from './general.ts';

test('an item is one that the sentence names', () => {
  expect(confirmText.deleteTitle({ item: 'serviceAccount' })).toBe('Delete service account');
  // @ts-expect-error The sentence names no colours.
  confirmText.deleteTitle({ item: 'colour' });
  // @ts-expect-error Applications have no page of their own that could say so.
  formText.goneTitle({ item: 'application' });
});
