import { type SqlBool, sql } from 'kysely';
import type { Author } from '../../../access/actor.ts';
import type { Transaction } from '../../../db/database.ts';
import { anyOf } from '../../../db/expressions.ts';
import { holderEmail, type MovedSeat, recordMoves, seatFacts } from './record-moves.ts';
import { type Move, type MoveDetails, type SeatEvent, type SeatState, seatMoves } from './seat.ts';

/**
 * Applies an event to the seats of some licenses, each from its current state, and records uses, announcements,
 * webhooks and audit entries. Takes a few statements for any number of seats. Seats in states without a move for the
 * event are left unchanged.
 *
 * @returns the seats that were moved, as they were before
 */
export async function applyMoves(
  tx: Transaction,
  by: Author,
  event: SeatEvent,
  ids: readonly string[],
  details: MoveDetails = {},
): Promise<MovedSeat[]> {
  const moved: MovedSeat[] = [];
  if (ids.length === 0) return moved;
  const detail = { by: 'rn' in by ? by.rn : null, ...details };
  for (const [from, move] of Object.entries(seatMoves[event]) as [SeatState, Move][]) {
    const seats = await moveFrom(tx, from, event, move, ids, detail);
    recordMoves(tx, by, move, seats, detail);
    moved.push(...seats);
  }
  return moved;
}

async function moveFrom(
  tx: Transaction,
  from: SeatState,
  event: SeatEvent,
  move: Move,
  ids: readonly string[],
  details: MoveDetails,
): Promise<MovedSeat[]> {
  const seats = await tx
    .with('before', (query) =>
      query
        .selectFrom('licenses')
        .select([...seatFacts, holderEmail.as('holder-email')])
        .where('licenses.id', '=', anyOf(ids, 'text'))
        .where(isIn(from, event))
        .orderBy('licenses.id')
        .forUpdate(),
    )
    .updateTable('licenses')
    .from('before')
    .whereRef('licenses.id', '=', 'before.id')
    .set(move.columns(details))
    .returning([...seatFacts.map((column) => `before.${column}` as const), 'before.holder-email'])
    .returning('licenses.expires-at as until')
    .execute();
  return seats.sort((one, other) => (one['account-id'] + one.id < other['account-id'] + other.id ? -1 : 1));
}

/** The seat is in this state; for `time out`, additionally its time has passed. */
function isIn(state: SeatState, event: SeatEvent) {
  if (state === 'offered') return sql<SqlBool>`(licenses."lease-state" = 'free' and licenses."offered-to" is not null)`;
  const stored = state === 'lapsed' ? 'active' : state;
  const isStored = sql<SqlBool>`licenses."lease-state" = ${stored}`;
  if (state === 'free') return sql<SqlBool>`(${isStored} and licenses."offered-to" is null)`;
  if (state === 'lapsed' || event === 'time out') return sql<SqlBool>`(${isStored} and licenses."expires-at" <= now())`;
  return state === 'active' ? sql<SqlBool>`(${isStored} and licenses."expires-at" > now())` : isStored;
}
