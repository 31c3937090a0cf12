import { readdirSync } from 'node:fs';
import { callList } from '@keyhold/contract';
import { describe, expect, it } from 'vitest';
import { groups, rows } from './rows/rows.ts';

describe('the matrix of calls, callers and resources', () => {
  it('has a row for every call', () => {
    expect(Object.keys(rows).toSorted()).toEqual(callList.map((call) => call.name).toSorted());
  });

  it('is tested in a file for each group of calls', () => {
    const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith('-authorization.test.ts'));
    expect(files.toSorted()).toEqual(
      Object.keys(groups)
        .map((group) => `${group}-authorization.test.ts`)
        .toSorted(),
    );
  });
});
