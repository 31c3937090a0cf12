import { expect, it } from 'vitest';
import { judgePool, type PoolHold, type PoolReply } from './pool-observer.ts';

const rules = { seats: 3, perUser: 1, shares: [{ tag: 'night', reserve: 1, limit: 1 }] };
const clients = [
  { person: 0, tags: [] },
  { person: 0, tags: [] },
  { person: 1, tags: ['night'] },
  { person: 2, tags: ['night'] },
  { person: 3, tags: [] },
];
const hold = (client: number, from: number, to: number, seat = `seat-${client}`, epoch = from): PoolHold => ({
  client,
  seat,
  epoch,
  certain: { from: from + 1, to: to - 1 },
  possible: { from, to },
});
const asked = (client: number, granted: boolean, from: number, to: number, code = ''): PoolReply => ({
  client,
  granted,
  code,
  asked: { from, to },
});
const judge = (holds: PoolHold[], replies: PoolReply[]) => judgePool(rules, clients, holds, replies);

it('accepts what the rules say', () => {
  expect(judge([hold(0, 0, 10)], [asked(1, false, 2, 3, 'pool-limit'), asked(2, true, 2, 3)])).toEqual([]);
  expect(judge([hold(2, 0, 10)], [asked(3, false, 2, 3, 'pool-limit')])).toEqual([]);
  // The last seat but one is kept for the night.
  expect(judge([hold(0, 0, 10), hold(4, 0, 10)], [asked(2, true, 2, 3)])).toEqual([]);
});

it('notices a grant beyond a limit, of a kept seat and of a used one', () => {
  expect(judge([hold(0, 0, 10)], [asked(1, true, 2, 3)])).toEqual(['Client 1 got a seat that the rules forbid.']);
  expect(judge([hold(2, 0, 10)], [asked(3, true, 2, 3)])).toEqual(['Client 3 got a seat that the rules forbid.']);
  const others = [
    { person: 5, tags: [] },
    { person: 6, tags: [] },
    { person: 7, tags: [] },
  ];
  expect(judgePool(rules, others, [hold(0, 0, 10), hold(1, 0, 10)], [asked(2, true, 2, 3)])).toHaveLength(1);
  expect(judge([hold(0, 0, 10, 'one', 1), hold(4, 3, 8, 'one', 2)], [])).toHaveLength(1);
  expect(judge([hold(0, 0, 2, 'one', 1), hold(4, 3, 8, 'one', 1)], [])).toHaveLength(1);
});

it('notices a refusal that nothing justifies, and only then', () => {
  expect(judge([], [asked(0, false, 2, 3, 'no-seat')])).toHaveLength(1);
  // The other device's use may have begun, or not ended, within the request.
  expect(judge([hold(1, 2, 10)], [asked(0, false, 0, 3, 'pool-limit')])).toEqual([]);
  expect(judge([hold(1, 0, 3)], [asked(0, false, 2, 8, 'pool-limit')])).toEqual([]);
  expect(judge([hold(1, 0, 2)], [asked(0, false, 3, 8, 'pool-limit')])).toHaveLength(1);
});
