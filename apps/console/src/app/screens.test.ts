import { expect, test } from 'vitest';
import { screens } from './screens.ts';

test('a record has the same access flags as its list', () => {
  const records = screens.filter(({ path }) => path.endsWith('/:id'));
  expect(records).not.toEqual([]);
  for (const record of records) {
    const list = screens.find(({ path }) => record.path === `${path}/:id`);
    expect(list?.access, record.path).toBeDefined();
    expect(record.access, record.path).toEqual(list?.access);
  }
});
