import { expect, test } from 'vitest';
import { isWholeCode, shownCode } from './user-code.ts';

test.each(['BCDF-GHJK', 'bcdfghjk', ' bcdf ghjk ', 'b.c.d.f—g.h.j.k'])('formats %s as devices show it', (typed) => {
  expect(isWholeCode(typed)).toBe(true);
  expect(shownCode(typed)).toBe('BCDF-GHJK');
});

test.each(['', '-', 'BCDF', 'BCDF-GHJ', 'BCDF-GHJKL'])('rejects the length of %j', (typed) => {
  expect(isWholeCode(typed)).toBe(false);
});
