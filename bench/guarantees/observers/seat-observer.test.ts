import { expect, it } from 'vitest';
import { type Hold, judgeSeats } from './seat-observer.ts';

function hold(holder: string, epoch: number, [asked, granted, leaving, left]: [number, number, number, number]): Hold {
  return { seat: 'A', holder, epoch, certain: { from: granted, to: leaving }, possible: { from: asked, to: left } };
}

it('detects two holders at once, but not one holder after another', () => {
  const ada = hold('ada', 1, [0, 10, 20, 30]);
  expect(judgeSeats(['A'], [ada, hold('ugo', 2, [5, 19, 40, 50])], [])).toEqual(['A was held by ada and ugo at once.']);
  // Given back between 20 and 30, and granted between 5 and 21.
  expect(judgeSeats(['A'], [ada, hold('ugo', 2, [5, 21, 40, 50])], [])).toEqual([]);
  expect(judgeSeats(['A'], [ada, hold('ugo', 1, [31, 32, 40, 50])], [])).toHaveLength(1);
});

it('a refusal is false only if a seat was free from its sending to its reply', () => {
  const ada = hold('ada', 1, [10, 20, 30, 40]);
  const refused = (from: number, to: number) => [{ who: 'ugo', asked: { from, to } }];
  for (const [from, to] of [
    [0, 11],
    [15, 18],
    [39, 60],
    [0, 100],
  ] as const) {
    expect(judgeSeats(['A'], [ada], refused(from, to))).toEqual([]);
  }
  expect(judgeSeats(['A'], [ada], refused(0, 9))).toEqual(['ugo was told that no seat is free while A was.']);
  expect(judgeSeats(['A'], [ada], refused(41, 60))).toHaveLength(1);
  expect(judgeSeats(['A', 'B'], [ada], refused(15, 18))).toEqual(['ugo was told that no seat is free while B was.']);
});
