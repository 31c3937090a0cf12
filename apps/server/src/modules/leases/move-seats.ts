import type { Author } from '../../access/actor.ts';
import type { Transaction } from '../../db/database.ts';
import type { Revocation } from '../../db/schema.ts';
import type { Installation } from '../../installation.ts';
import { offerAtEnd } from './line/offer-at-end.ts';
import { applyMoves } from './seat/apply-moves.ts';
import type { MovedSeat } from './seat/record-moves.ts';
import { type MoveDetails, type SeatEvent, type SeatState, seatMoves } from './seat/seat.ts';

/** Maximum number of seats per transaction: the lock on the audit log's chain is held until the commit. */
export const seatChunk = 1000;

/**
 * Applies an event to the seats of some licenses, each from its current state, and records uses, announcements,
 * webhooks and audit entries. Takes a few statements for any number of seats. Seats in states without a move for the
 * event are left unchanged. Seats that it frees are offered to who waits for them, in the same transaction.
 *
 * @returns the seats that were moved, as they were before
 */
export async function moveSeats(
  tx: Transaction,
  by: Author,
  event: SeatEvent,
  ids: readonly string[],
  details: MoveDetails = {},
): Promise<MovedSeat[]> {
  const moved = await applyMoves(tx, by, event, ids, details);
  if (freeing.has(event)) offerAtEnd(tx, by.installation, moved);
  return moved;
}

/** Writes a revocation, which already applies, into the rows of some seats. */
export async function releaseRevoked(
  tx: Transaction,
  installation: Installation,
  ids: readonly string[],
  { by, origin, ...ending }: Revocation,
): Promise<void> {
  const author: Author = { installation, origin, ...by };
  await moveSeats(tx, author, 'release', ids, ending);
}

/** The events after which a seat may be free: also a lapsed one, which is stored as in use. */
const freeing: ReadonlySet<SeatEvent> = new Set(
  (Object.keys(seatMoves) as SeatEvent[]).filter((event) =>
    Object.values<{ readonly to: SeatState }>(seatMoves[event]).some(({ to }) => to === 'free' || to === 'lapsed'),
  ),
);

/** Chunks of keys, since no statement touches more rows than this. */
export function chunksOf(keys: readonly string[]): string[][] {
  const chunks = [];
  for (let done = 0; done < keys.length; done += seatChunk) chunks.push(keys.slice(done, done + seatChunk));
  return chunks;
}
