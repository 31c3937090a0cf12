import { sql } from 'kysely';
import type { Transaction } from '../../../db/database.ts';
import { offered } from '../../../records/seat-conditions.ts';
import { isIn, type Line, ranked } from '../line/lines.sql.ts';

/** The place in line of a user. */
export interface OwnPlace {
  /** 1 is the next. */
  readonly place: number;
  /** The key of the seat that is offered to them. */
  readonly offered: string | null;
  /** The key of their own seat of another device, which they take over. */
  readonly claimed: string | null;
}

/** The place of a user in the line of a product: the best one, where they stand in several; null if they do not wait. */
export async function findOwnPlace(tx: Transaction, line: Line, user: string): Promise<OwnPlace | null> {
  // Most users do not wait: then nobody else's place is read.
  const { rows } = await sql<OwnPlace>`
select waiters."claimed-license" as claimed, licenses.id as offered,
  (select min(place) from (${ranked(isIn(line))}) as standing where standing.id = waiters.id) as place
from waiters left join licenses on licenses."offered-to" = waiters.id and ${offered}
where ${isIn(line)} and waiters."user-id" = ${user}`.execute(tx);
  return rows[0] ?? null;
}

/** The seat of a license is offered to a user. */
export const isOfferedTo = (user: string) => sql<boolean>`(${offered} and exists (
  select from waiters where waiters.id = licenses."offered-to" and waiters."user-id" = ${user}))`;
