import { expect, test } from 'vitest';
import { selectAccount } from './selected-account.ts';

test('refuses to select an account without the permission to switch', () => {
  expect(() => selectAccount('0198')).toThrow("You don't have authorization for this action.");
});
