import { consumePolicy, consumePolicyName, type Policy, type Statement } from '@keyhold/contract';
import { describe, expect, test } from 'vitest';
import { expiryOf } from '#data/names/license-words.ts';
import { consumersInWords } from './license-columns.tsx';

describe('expiry', () => {
  const date = '2026-06-01T00:00:00.000Z';
  test.each([
    [
      { perpetual: true, date, period: 30 },
      { date: null, words: 'None' },
    ],
    [
      { perpetual: false, date, period: 30 },
      { date, words: '2026-06-01' },
    ],
    [
      { perpetual: false, date: null, period: 30 },
      { date: null, words: '30 days after activation' },
    ],
    [
      { perpetual: false, date: null, period: 1 },
      { date: null, words: '1 days after activation' },
    ],
    [
      { perpetual: false, date: null, period: 0 },
      { date: null, words: '0 days after activation' },
    ],
    [
      { perpetual: false, date: null, period: null },
      { date: null, words: 'Unknown' },
    ],
  ])('%j', (expiry, shown) => {
    expect(expiryOf(expiry)).toEqual(shown);
  });
});

test('formats consumers as one line', () => {
  const names = new Map([
    ['k:r:a:user:ada', 'ada@acme.example'],
    ['k:r:a:tag:1', 'Prepress'],
    ['k:r:a:tag:2', 'Design'],
  ]);
  const line = (policy: Policy) => consumersInWords({ policies: [policy], names });
  expect(line(consumePolicy({ kind: 'No one' }))).toBe('No one');
  expect(line(consumePolicy({ kind: 'Everyone' }))).toBe('Everyone');
  expect(line(consumePolicy({ kind: 'User', user: 'k:r:a:user:ada' }))).toBe('User: ada@acme.example');
  expect(line(consumePolicy({ kind: 'Tags', tags: ['k:r:a:tag:1', 'k:r:a:tag:2'] }))).toBe('Tags: Design, Prepress');
  const [statement] = consumePolicy({ kind: 'Everyone' }).statements as [Statement];
  expect(line({ name: consumePolicyName, statements: [{ ...statement, effect: 'Deny' }] })).toBe('Custom policy');
});

test('shows a user or tag without a name in the reply by its id', () => {
  const policies = [consumePolicy({ kind: 'User', user: 'k:r:a:user:gone' })];
  expect(consumersInWords({ policies, names: new Map() })).toBe('User: gone');
});
