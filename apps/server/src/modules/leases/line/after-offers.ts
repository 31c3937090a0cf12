import type { Subject } from '@keyhold/contract';
import type { Actor } from '../../../access/actor.ts';
import { scopeOf } from '../../../access/guards.ts';
import { type Database, inRehearsal, type Transaction } from '../../../db/database.ts';
import type { Line } from './lines.sql.ts';
import { waitedFor } from './lines.sql.ts';
import { offerToEarlier } from './offer-seats.ts';

/** A user who does not hold a seat yet, and the license that they ask about; null for any. */
interface Newcomer {
  /** Called only where there are waiters. */
  readonly readSubject: () => Promise<Subject>;
  readonly license: string | null;
}

/**
 * Reads what a newcomer will find when they consume: until the next sweep, seats that time has freed are free, but a
 * consume offers them to earlier waiters first. So does this, without keeping it.
 *
 * @param lines the lines in which something seemed free
 * @returns what was read; null where nobody waits, and nothing is different
 */
export async function readAfterOffers<Result>(
  tx: Transaction,
  db: Database,
  actor: Actor,
  lines: readonly Line[],
  { readSubject, license }: Newcomer,
  read: (tx: Transaction) => Promise<Result>,
): Promise<Result | null> {
  if (lines.length === 0) return null;
  const waited = await waitedFor(tx, lines);
  if (waited.length === 0) return null;
  const subject = await readSubject();
  return inRehearsal(db, scopeOf(actor), async (rehearsal) => {
    for (const line of waited) await offerToEarlier(rehearsal, actor.installation, { ...line, subject, license });
    return read(rehearsal);
  });
}
