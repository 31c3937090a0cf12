import { expect, test } from 'vitest';
import { screens } from './screens.ts';

test('a record is shown to whoever may see its list, and to nobody else', () => {
  const records = screens.filter(({ path }) => path.endsWith('/:id'));
  expect(records).not.toEqual([]);
  for (const record of records) {
    const list = screens.find(({ path }) => record.path === `${path}/:id`);
    expect(list?.access, record.path).toBeDefined();
    expect(record.access, record.path).toEqual(list?.access);
  }
});
