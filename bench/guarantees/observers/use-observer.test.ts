import { expect, it } from 'vitest';
import { judgeUses, type ReportedUse } from './use-observer.ts';

function use(who: string, from: number, to: number, license = 'A'): ReportedUse {
  return { kind: 'using', who, lease: `lease of ${who}`, license, epoch: 1, from, to };
}

it('detects two uses of one seat at once, in any order of the reports', () => {
  expect(judgeUses([use('ada', 0, 10), use('ugo', 10, 20), use('ada', 20, 30), use('bo', 5, 9, 'B')])).toEqual([]);
  expect(judgeUses([use('ugo', 8, 20), use('ada', 0, 5), use('ada', 0, 10)])).toEqual([
    'A was used by ada and ugo at once, for 2 ms.',
  ]);
  // A long use is compared with all uses that began within it.
  expect(judgeUses([use('ada', 0, 100), use('bo', 10, 20, 'B'), use('ugo', 50, 60)])).toHaveLength(1);
});
