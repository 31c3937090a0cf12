import { noRules } from '@keyhold/contract';
import { expect, test } from 'vitest';
import { checkRules, rulesOfValues, valuesOfRules } from './rules-form.ts';

const rules = {
  'per-user': 2,
  shares: [{ tag: 'k:r:a:tag:1', reserve: 3, limit: null }],
  offline: { seats: 5, days: 14, tags: [] },
  'idle-minutes': 30,
  priorities: [{ tag: 'k:r:a:tag:1', class: 1 }],
};

test('rules come back from the form as they went in', () => {
  for (const each of [rules, noRules]) expect(rulesOfValues(valuesOfRules({ rules: each }))).toEqual(each);
});

test('a tag may stand in several priorities, of which the best class counts', () => {
  const priorities = [1, 2].map((each) => ({ tag: 'k:r:a:tag:1', class: each }));
  const each = { ...noRules, priorities };
  expect(rulesOfValues(valuesOfRules({ rules: each }))).toEqual(each);
});

test('names the field of what is wrong', () => {
  const values = valuesOfRules({ rules });
  const wrong = {
    ...values,
    perUser: '0',
    idleMinutes: '1e2',
    offline: { seats: '', days: '31', tags: [] },
    shares: [...values.shares, { tag: 'k:r:a:tag:1', reserve: '', limit: '' }],
    priorities: [{ tag: null, class: '2' }],
  };
  expect(Object.keys(checkRules(wrong)).toSorted()).toEqual([
    'idleMinutes',
    'offline.days',
    'offline.seats',
    'perUser',
    'priorities.0.tag',
    'shares.1.reserve',
    'shares.1.tag',
  ]);
  expect(rulesOfValues(wrong)).toBeNull();
});
