import type { Account } from '@keyhold/contract';
import { describe, expect, test } from 'vitest';
import { checkAccount } from './account-names.ts';

const accounts = [
  { rn: 'keyhold:eu-1:a:account:a', name: 'Acme Print' },
  { rn: 'keyhold:eu-1:b:account:b', name: 'Beta' },
] as Account[];
const fields = (name: string) => ({ name, description: '' });

describe('the name of an account', () => {
  test('is required, and blanks are no name', () => {
    expect(checkAccount(accounts, null)(fields(' '))).toEqual({ name: 'Empty name' });
  });

  test.each(['Acme Print', ' acme print '])('%j exists already', (name) => {
    expect(checkAccount(accounts, null)(fields(name))).toEqual({ name: 'This account name already exists.' });
  });

  test('may stay what it is, but not become another’s', () => {
    const rename = checkAccount(accounts, 'keyhold:eu-1:a:account:a');
    expect(rename(fields('ACME print'))).toEqual({});
    expect(rename(fields('beta'))).toEqual({ name: 'This account name already exists.' });
  });
});
