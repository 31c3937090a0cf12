import { type PlaceEnding, pingMilliseconds } from '@keyhold/contract';
import { sql } from 'kysely';
import { type Database, inTransaction, type Transaction } from '../../../../db/database.ts';
import type { Installation } from '../../../../installation.ts';
import type { Services } from '../../../../services.ts';
import { available } from '../../consume/picking/seat-request.ts';
import { checkPlaces } from './check-places.ts';
import { endPlaces } from './end-places.ts';
import { everyLine, isIn, type Line, lockLine } from './lines.sql.ts';
import { offerAtEnd } from './offer-at-end.ts';
import { offerSeats } from './offer-seats.ts';
import { releaseIdle } from './release-idle.ts';

/** Places that one transaction ends. */
const chunk = 500;
/** How long somebody waits at most, in hours. */
const mostHours = 24;

/**
 * Does what time causes in lines: ends places whose waiters are gone or have waited for too long, withdraws offers that
 * nobody took, releases idle seats, and offers seats that time has freed. Does nothing where nobody waits.
 *
 * @param options.endsLost whether waiters without a sign of life lose their places: not after the servers were away
 */
export async function sweepWaiting(
  { db, installation }: Pick<Services, 'db' | 'installation'>,
  { endsLost = true } = {},
): Promise<void> {
  const lines = await inTransaction(db, 'every account', everyLine);
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
  for (const line of lines) await inTransaction(db, 'every account', (tx) => sweepLine(tx, installation, line));
}

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
  if (await hasUnlistedSeats(tx, line)) await checkPlaces(tx, installation, line);
  await releaseIdle(tx, installation, line);
  await lockLine(tx, line);
  await forgetClaims(tx, line);
  await offerSeats(tx, installation, line);
}

/** Whether a seat is free in a pool or a policy group in whose line nobody stands: it may be newer than the waiters. */
async function hasUnlistedSeats(tx: Transaction, line: Line): Promise<boolean> {
  const { account, product } = line;
  const isFree = available({ releasedOn: null, version: null });
  const { rows } = await sql<{ found: boolean }>`
with keys as materialized (
  select distinct each.key from waiters cross join lateral jsonb_object_keys(waiters.classes) as each (key) where ${isIn(line)}
)
select exists (select from licenses
  where licenses."account-id" = ${account} and licenses."product-id" = ${product} and licenses."deleted-on" is null
    and licenses.status = 'Active' and (licenses."lease-state" = 'free' or licenses."freed-on" is not null) and ${isFree}
    and not exists (select from keys
      where keys.key = coalesce(licenses."pool-id"::text, 'policies ' || licenses."policies-kind"))) as found`.execute(
    tx,
  );
  return rows[0]?.found === true;
}

/** A waiter whose own seat cannot be used any more waits like others. */
async function forgetClaims(tx: Transaction, line: Line): Promise<void> {
  await sql`update waiters set "claimed-license" = null where ${isIn(line)} and "claimed-license" is not null
    and not exists (select from licenses where licenses.id = waiters."claimed-license" and licenses.status = 'Active'
      and licenses."deleted-on" is null and licenses."account-id" = waiters."account-id")`.execute(tx);
}
