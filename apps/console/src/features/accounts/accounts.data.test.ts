import type { Account } from '@keyhold/contract';
import { expect, test } from 'vitest';
import { checkName } from './accounts.data.ts';

const accounts = [
  { rn: 'keyhold:eu-1:a:account:a', name: 'Acme Print' },
  { rn: 'keyhold:eu-1:b:account:b', name: 'Beta' },
] as Account[];

test.each(['Acme Print', ' acme print '])('refuses the existing name %j', (name) => {
  expect(checkName(accounts, null)({ name })).toEqual({ name: 'This account name already exists.' });
});

test('allows an account its own name, but not that of another account', () => {
  const rename = checkName(accounts, 'keyhold:eu-1:a:account:a');
  expect(rename({ name: 'ACME print' })).toEqual({});
  expect(rename({ name: 'beta' })).toEqual({ name: 'This account name already exists.' });
});
