import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Move, type SeatEvent, type SeatState, seatMoves } from './seat.ts';
import {
  copyNoticed,
  endingAfter,
  freed,
  freedUnacknowledged,
  type Holder,
  heartbeatColumns,
  holderColumns,
  inUseBy,
  newEpoch,
  newLease,
  offeredTo,
} from './seat-columns.ts';

const folder = import.meta.dirname;
const source = join(folder, '../../..');
const protocol = readFileSync(join(source, '../../../docs/licensing-protocol.md'), 'utf8');

function moveOf(event: SeatEvent, state: SeatState): Move | undefined {
  return (seatMoves[event] as Partial<Record<SeatState, Move>>)[state];
}

describe('the table of seats', () => {
  it('matches the diagram in the protocol', () => {
    const drawn = [...protocol.matchAll(/^ {2}(\w+) --> (\w+): (.*)$/gm)].flatMap(([, from, to, events]) =>
      (events ?? '').split(', ').map((event) => `${event}: ${from} to ${to}`),
    );
    const stated = Object.entries(seatMoves).flatMap(([event, moves]) =>
      Object.entries(moves).map(([from, { to }]) => `${event}: ${from} to ${to}`),
    );
    expect(drawn.toSorted()).toEqual(stated.toSorted());
  });

  it('begins a use exactly when a seat comes into use, and ends it when the seat leaves use', () => {
    const used = (state: string) => state === 'active' || state === 'offline';
    for (const [event, moves] of Object.entries(seatMoves)) {
      for (const [from, move] of Object.entries(moves) as [SeatState, Move][]) {
        const name = `${event} from ${from}`;
        if (used(from) && !used(move.to)) expect(['returned', 'released', 'lapsed'], name).toContain(move.use);
        if (!used(from) && used(move.to)) expect(move.use, name).toBe('begins');
        if (used(from) && used(move.to)) expect(move.use, name).toBeUndefined();
      }
    }
  });
});

/** Situations and their outcomes, all decided by `seat.ts` alone. */
const situations: readonly [string, SeatEvent, SeatState, Omit<Move, 'columns'> | 'nothing'][] = [
  [
    'A user consumes a license that nobody uses.',
    'consume',
    'free',
    { to: 'active', audit: 'license:ConsumeLicense', webhook: 'license.consumed', use: 'begins' },
  ],
  ['Another user wants the seat while its holder is alive.', 'consume', 'active', 'nothing'],
  [
    'Another user takes the seat of a client that has not been heard of for longer than its lease.',
    'consume',
    'lapsed',
    {
      to: 'active',
      audit: 'license:ConsumeLicense',
      announce: 'lease-changed',
      webhook: 'license.consumed',
      use: 'begins',
    },
  ],
  ['A client lives.', 'heartbeat', 'active', { to: 'active' }],
  ['The reply to a consume was lost, and the same run asks again.', 'repeat', 'active', { to: 'active' }],
  [
    'The application crashed, and is started again within the lease.',
    'resume',
    'active',
    { to: 'active', audit: 'license:ConsumeLicense', announce: 'lease-changed', webhook: 'license.consumed' },
  ],
  [
    'An administrator releases a seat in use.',
    'release',
    'active',
    {
      to: 'releasing',
      audit: 'license:ReleaseLicense',
      announce: 'lease-released',
      webhook: 'license.released',
      use: 'released',
    },
  ],
  ['The tag is taken from a user who has the seat in offline use.', 'release', 'offline', 'nothing'],
  [
    'The released client has logged its user off.',
    'acknowledge',
    'releasing',
    { to: 'free', audit: 'license:AcknowledgeRelease' },
  ],
  [
    'The released client never answers, since its holder was deleted.',
    'time out',
    'releasing',
    { to: 'free', announce: 'lease-changed' },
  ],
  [
    "The license's term ends at the very moment at which its lease does.",
    'expire',
    'lapsed',
    {
      to: 'releasing',
      audit: 'license:ReleaseLicense',
      announce: 'lease-released',
      webhook: 'license.released',
      use: 'lapsed',
    },
  ],
  ['A seat is free while others wait for one.', 'offer', 'free', { to: 'offered' }],
  [
    'The waiter to whom the seat was offered takes it.',
    'consume',
    'offered',
    { to: 'active', audit: 'license:ConsumeLicense', webhook: 'license.consumed', use: 'begins' },
  ],
  ['The waiter does not take the seat.', 'withdraw', 'offered', { to: 'free' }],
  ['The license of an offered seat is suspended.', 'release', 'offered', { to: 'free' }],
  [
    'The days of an offline use are over.',
    'time out',
    'offline',
    {
      to: 'free',
      audit: 'license:EndOfflineLease',
      announce: 'lease-changed',
      webhook: 'license.released',
      reason: 'offline-ended',
      use: 'lapsed',
    },
  ],
];

it.each(situations)('%s', (_situation, event, state, answer) => {
  const move = moveOf(event, state);
  const { columns: _columns, ...said } = move ?? { columns: null };
  expect(move ? said : 'nothing').toEqual(answer);
});

describe('the columns of seats', () => {
  const holder = Object.fromEntries(
    [...holderColumns, 'max-seconds'].map((column) => [column, '']),
  ) as unknown as Holder;
  const { 'expiry-date': _term, ...inUse } = inUseBy(holder);
  const columns = Object.keys({
    ...inUse,
    ...endingAfter(holder),
    ...newEpoch,
    ...newLease,
    ...freed,
    ...freedUnacknowledged,
    ...copyNoticed,
    ...offeredTo(''),
    ...heartbeatColumns,
  });
  /** The files whose statements write the columns of a move. */
  const writers = ['modules/leases/seat/apply-moves.ts', 'modules/leases/consume/taking/take-seat.ts'];
  const heartbeats = 'modules/leases/keep/extend-leases.sql.ts';

  const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts') && !path.startsWith('db/migrations/'))
    .map((path) => ({ path, text: readFileSync(join(source, path), 'utf8') }));

  it('are written only by moves', () => {
    const update = /updateTable\('licenses'\)|update licenses\b/;
    const updating = files.filter(({ text }) => update.test(text)).map(({ path }) => path);
    expect(updating).toEqual(expect.arrayContaining([...writers, heartbeats]));
    for (const { path, text } of files) {
      for (const [index, statement] of text.split(update).slice(1).entries()) {
        if (writers.includes(path)) {
          expect(statement, `${path}, statement ${index}`).toMatch(/^[^;]*?\.set\((move|seatMoves\.[\w.]+)\.columns\(/);
          continue;
        }
        const written =
          path === heartbeats ? (/^ set (.*)$/m.exec(statement)?.[1] ?? '') : statement.split(/;\n|`,\n/)[0];
        const named = columns.filter((column) => written?.match(new RegExp(`['"]${column}['"](:| =)`)));
        expect(named, path).toEqual([]);
      }
    }
  });
});
