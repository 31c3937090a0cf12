import { sql } from 'kysely';
import type { Actor } from '../../../access/actor.ts';
import { type Database, inTransaction, type Transaction } from '../../../db/database.ts';
import { clock } from '../../../db/expressions.ts';
import type { Revocation } from '../../../db/schema.ts';
import { type Installation, rnOf } from '../../../installation.ts';
import { announceAll } from '../../../streams/announce.ts';
import { moveSeats, releaseRevoked, seatChunk } from '../move-seats.ts';
import type { Ending } from '../seat/seat.ts';

/**
 * Releases every seat in use of an account that ends. All of them are released at the commit: those beyond the first
 * chunk through a mark in the account's row, which every reader respects (`revocation` in `seat-conditions.ts`) until the
 * sweep has moved them, chunk by chunk. The account's row must be locked, so that no seat is consumed concurrently.
 */
export async function endLeasesOfAccount(
  tx: Transaction,
  actor: Actor,
  account: string,
  ending: Ending,
): Promise<void> {
  const ids = await selectSeats(tx, account);
  await moveSeats(tx, actor, 'release', ids, ending);
  if (ids.length < seatChunk) return;
  const { rn, name, email, origin } = actor;
  await tx
    .updateTable('accounts')
    // Later than the start of any lease: every consume committed before the account was locked.
    .set({
      'leases-ended-on': clock,
      'leases-ended': JSON.stringify({ ...ending, by: { rn, name, email }, origin } satisfies Revocation),
    })
    .where('id', '=', account)
    .execute();
  announceAll(tx, [{ event: 'leases-ended', account, rn: rnOf(actor.installation, account, 'account', account) }]);
}

/** Moves the seats of accounts that have ended, one chunk per transaction. One node at a time works on an account. */
export async function sweepEndedAccounts(db: Database, installation: Installation): Promise<void> {
  while (await inTransaction(db, 'every account', (tx) => sweepChunk(tx, installation)));
}

async function sweepChunk(tx: Transaction, installation: Installation): Promise<boolean> {
  const account = await tx
    .selectFrom('accounts')
    .select(['id', 'leases-ended'])
    .where('leases-ended-on', 'is not', null)
    .limit(1)
    .forNoKeyUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (!account?.['leases-ended']) return false;
  const ids = await selectSeats(tx, account.id);
  await releaseRevoked(tx, installation, ids, account['leases-ended']);
  if (ids.length < seatChunk) {
    const none = { 'leases-ended-on': null, 'leases-ended': null };
    await tx.updateTable('accounts').set(none).where('id', '=', account.id).execute();
  }
  return true;
}

/** A chunk of the seats in use that began before the account ended. */
async function selectSeats(tx: Transaction, account: string): Promise<string[]> {
  const seats = await tx
    .selectFrom('licenses')
    .innerJoin('accounts', 'accounts.id', 'licenses.account-id')
    .select('licenses.id')
    .where('licenses.account-id', '=', account)
    .where('licenses.lease-state', '=', 'active')
    .where(sql<boolean>`coalesce(licenses."leased-on" <= accounts."leases-ended-on", true)`)
    .orderBy('licenses.id')
    .limit(seatChunk)
    .execute();
  return seats.map(({ id }) => id);
}
