import { type Call, callList } from '@keyhold/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Bench, openBench } from './bench.ts';
import { changing } from './change.ts';
import { ready } from './ready.ts';
import { recipes } from './recipes.ts';
import { tablesOf, type Written } from './written.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
  // Created on first use, which is not part of this test.
  await bench.test.as(null, 'GET /license/v1/root-key');
});
afterAll(() => bench.close());

/** Written before the change itself: an interrupted sign-in still counts as an attempt. */
const before = ['attempts'];

describe.each(changing)('%s, when the database is lost at any of its writes', (name) => {
  it('is executed completely or not at all', async () => {
    const call = callList.find((one) => one.name === name) as Call;
    const { written, result } = await bench.wholly(() => ready(bench, call));
    expect(result.status).toBe(call.status);
    expect(written).not.toEqual({});
    const expected = recipes[name as keyof typeof recipes]?.writes;
    if (expected) expect(tablesOf(written)).toEqual(expected.toSorted());
    for await (const cut of bench.cuts(() => ready(bench, call))) {
      expect(cut.result, cut.where).toMatchObject({ status: 503 });
      expect([{}, changeOf(written)], cut.where).toContainEqual(changeOf(cut.written));
      // A change that was made is not reported as one that failed.
      if (tablesOf(changeOf(cut.written)).length > 0) {
        expect(cut.result, cut.where).toMatchObject({ body: { problems: [{ code: 'outcome-unknown' }] } });
      }
    }
  });
});

function changeOf(written: Written): Written {
  return Object.fromEntries(Object.entries(written).filter(([table]) => !before.includes(table)));
}
