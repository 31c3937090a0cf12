import { expect, test } from 'vitest';
import { selectAccount } from './selected-account.ts';

test('nobody selects another account without the permission to switch', () => {
  expect(() => selectAccount('0198')).toThrow("You don't have authorization for this action.");
});
