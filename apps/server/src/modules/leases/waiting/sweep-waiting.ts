import { type PlaceEnding, pingMilliseconds } from '@keyhold/contract';
import { sql } from 'kysely';
import { type Database, inTransaction, type Transaction } from '../../../db/database.ts';
import type { Installation } from '../../../installation.ts';
import type { Services } from '../../../services.ts';
import { checkPlaces } from '../line/check-places.ts';
import { endPlaces } from '../line/end-places.ts';
import { readFreeKeys } from '../line/free-seats.sql.ts';
import { everyLine, isIn, type Line, lockLine } from '../line/lines.sql.ts';
import { offerAtEnd } from '../line/offer-at-end.ts';
import { offerSeats } from '../line/offer-seats.ts';
import { releaseIdle } from './release-idle.ts';

/** Places that one transaction ends. */
const chunk = 500;
/** The longest wait, in hours. */
const mostHours = 24;

/**
 * Does what time causes in lines: ends places whose waiters are gone or have waited for too long, withdraws offers that
 * nobody took, releases idle seats, and offers seats that time has freed. Does nothing where nobody waits.
 *
 * @param options.endsLost whether waiters without a sign of life lose their places: not after the servers were away
 * @param options.unlisted what the previous run found free that nobody may use who waits; places are not decided again for it
 */
export async function sweepWaiting(
  { db, installation }: Pick<Services, 'db' | 'installation'>,
  { endsLost = true, unlisted = new Map() }: { readonly endsLost?: boolean; readonly unlisted?: UnlistedSeats } = {},
): Promise<void> {
  const lines = await inTransaction(db, 'every account', everyLine);
  const standing = new Set(lines.map(nameOf));
  for (const name of unlisted.keys()) if (!standing.has(name)) unlisted.delete(name);
  if (lines.length === 0) return;
  if (endsLost) {
    const silent = sql<boolean>`"seen-on" < now() - make_interval(secs => ${sql.lit(pingMilliseconds / 1000)})`;
    await endWhere(db, installation, silent, 'lost');
  }
  await endWhere(
    db,
    installation,
    sql<boolean>`since < now() - make_interval(hours => ${sql.lit(mostHours)})`,
    'too-long',
  );
  for (const line of lines) {
    await inTransaction(db, 'every account', async (tx) => {
      const found = await readUnlisted(tx, line);
      const known = unlisted.get(nameOf(line));
      // It may be newer than the waiters.
      if (found.some((key) => !known?.has(key))) await checkPlaces(tx, installation, line);
      await sweepLine(tx, installation, line);
      unlisted.set(nameOf(line), new Set(found));
    });
  }
}

/** By line: the pools and policy groups with a free seat in whose line nobody stands. */
export type UnlistedSeats = Map<string, ReadonlySet<string>>;

const nameOf = ({ account, product }: Line) => `${account} ${product}`;

async function endWhere(
  db: Database,
  installation: Installation,
  condition: ReturnType<typeof sql<boolean>>,
  reason: PlaceEnding,
): Promise<void> {
  for (let ended = chunk; ended === chunk; ) {
    ended = await inTransaction(db, 'every account', async (tx) => {
      const over = await tx
        .selectFrom('waiters')
        .select('id')
        .where('ended-on', 'is', null)
        .where(condition)
        .orderBy('id')
        .limit(chunk)
        .forUpdate()
        .skipLocked()
        .execute();
      const ids = over.map(({ id }) => id);
      offerAtEnd(tx, installation, await endPlaces(tx, installation, ids, reason));
      return ids.length;
    });
  }
}

async function sweepLine(tx: Transaction, installation: Installation, line: Line): Promise<void> {
  await releaseIdle(tx, installation, line);
  await lockLine(tx, line);
  await forgetClaims(tx, line);
  await offerSeats(tx, installation, line);
}

/** The pools and policy groups with a free seat in whose line nobody stands. */
async function readUnlisted(tx: Transaction, line: Line): Promise<string[]> {
  const keys = await readFreeKeys(tx, line, 'not waited for');
  return keys.map(({ key }) => key);
}

/** A waiter whose own seat cannot be used any more waits like others. */
async function forgetClaims(tx: Transaction, line: Line): Promise<void> {
  await sql`update waiters set "claimed-license" = null where ${isIn(line)} and "claimed-license" is not null
    and not exists (select from licenses where licenses.id = waiters."claimed-license" and licenses.status = 'Active'
      and licenses."deleted-on" is null and licenses."account-id" = waiters."account-id")`.execute(tx);
}
