import { consumePolicy, consumersOf } from '@keyhold/contract';
import { describe, expect, test } from 'vitest';
import { choiceOf, choose, consumersOfChoice, offeredKinds, withConsumers } from './consumer-choice.ts';

test('only the Shared strategy offers tags and everyone', () => {
  expect(offeredKinds('Shared')).toEqual(['No one', 'User', 'Tags', 'Everyone']);
  expect(offeredKinds('User-based')).toEqual(['No one', 'User']);
  expect(offeredKinds(undefined)).toEqual(['No one', 'User']);
});

describe('choosing a kind', () => {
  test('preselects the first user or the first tag', () => {
    expect(choose('User', ['u1', 'u2'], ['t1'])).toEqual({ kind: 'User', user: 'u1', tags: [] });
    expect(choose('Tags', ['u1'], ['t1', 't2'])).toEqual({ kind: 'Tags', user: null, tags: ['t1'] });
  });

  test('chooses nothing that can be saved without users or tags', () => {
    expect(consumersOfChoice(choose('User', [], ['t1']))).toBeNull();
    expect(consumersOfChoice(choose('Tags', ['u1'], []))).toBeNull();
  });

  test('does not turn an emptied choice of tags into everyone', () => {
    expect(consumersOfChoice({ kind: 'Tags', user: null, tags: [] })).toBeNull();
  });

  test('is complete for no one and everyone', () => {
    expect(consumersOfChoice(choose('No one', [], []))).toEqual({ kind: 'No one' });
    expect(consumersOfChoice(choose('Everyone', [], []))).toEqual({ kind: 'Everyone' });
  });
});

test('a saved choice reads back as the same choice', () => {
  const choice = { kind: 'Tags', user: null, tags: ['keyhold:eu-1:a:tag:1', 'keyhold:eu-1:a:tag:2'] } as const;
  const consumers = consumersOfChoice(choice);
  expect(consumers && choiceOf(consumersOf(withConsumers([], consumers)))).toEqual(choice);
});

test('keeps policies with other names, but not an earlier consume policy', () => {
  const other = { name: 'Something else', statements: [] };
  const saved = withConsumers([consumePolicy({ kind: 'Everyone' }), other], { kind: 'No one' });
  expect(saved.map(({ name }) => name)).toEqual(['Something else', 'Consume License Policy']);
  expect(consumersOf(saved)).toEqual({ kind: 'No one' });
});
