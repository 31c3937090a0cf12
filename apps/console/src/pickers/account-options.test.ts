import type { Account } from '@keyhold/contract';
import { expect, test } from 'vitest';
import { accountOption, matchingOptions } from './account-options.ts';
import { byLabel } from './by-label.ts';

const account = (id: string, name: string) => ({ rn: `keyhold:eu-1:${id}:account:${id}`, name }) as Account;

const accountOptions = (accounts: readonly Account[]) => byLabel(accounts.map(accountOption));

test('options are ordered by name as people read it', () => {
  const options = accountOptions([account('1', 'zebra'), account('2', 'Ångström'), account('3', 'Beta')]);
  expect(options.map(({ label }) => label)).toEqual(['Ångström', 'Beta', 'zebra']);
  expect(options[0]?.value).toBe('2');
});

test('the filter is a substring, whatever its case, and takes no letter for a pattern', () => {
  const options = accountOptions([account('1', 'Acme Print'), account('2', 'Printers (North)'), account('3', 'Beta')]);
  expect(matchingOptions(options, 'PRINT').map(({ value }) => value)).toEqual(['1', '2']);
  expect(matchingOptions(options, '(n').map(({ value }) => value)).toEqual(['2']);
  expect(matchingOptions(options, ' ')).toHaveLength(3);
});
