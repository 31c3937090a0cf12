import { expect, it } from 'vitest';
import { openSeats } from './seats.ts';

it('finds a seat that two devices believed to hold at once, and nothing else', () => {
  const seats = openSeats();
  seats.taken('one', 'a', 0, 100).extend(200);
  seats.taken('one', 'b', 200, 300).end(250);
  seats.taken('one', 'a', 250, 400);
  seats.taken('two', 'c', 0, 1000);
  expect(seats.overlaps()).toEqual([]);
  seats.taken('one', 'c', 390, 500);
  expect(seats.overlaps()).toEqual(['one was held by a and c at once for 10 ms.']);
  expect(seats.count()).toBe(5);
});
