import { expect, test } from 'vitest';
import { screens } from './screens.ts';

test('a record is in the section of its list, which decides who has access', () => {
  const records = screens.filter(({ path }) => path.endsWith('/:id'));
  expect(records).not.toEqual([]);
  for (const record of records) {
    const list = screens.find(({ path }) => record.path === `${path}/:id`);
    expect(list?.section, record.path).toBeDefined();
    expect(record.section, record.path).toEqual(list?.section);
  }
});
