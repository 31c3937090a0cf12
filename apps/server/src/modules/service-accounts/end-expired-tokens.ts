import { sql } from 'kysely';
import { serverCaller } from '../../access/actor.ts';
import { type Database, inTransaction, type Transaction } from '../../db/database.ts';
import { now } from '../../db/expressions.ts';
import type { Installation } from '../../installation.ts';
import { moveSeats, seatChunk } from '../leases/move-seats.ts';
import { signedOut } from '../leases/seat/seat.ts';

/** Releases the leases of expired tokens, in chunks. The tokens were refused from the moment they expired. */
export async function endLeasesOfExpiredTokens(db: Database, installation: Installation): Promise<void> {
  while ((await inTransaction(db, 'every account', (tx) => releaseChunk(tx, installation, null))) === seatChunk);
}

/** Releases the leases of a token if it has expired, without waiting for {@link endLeasesOfExpiredTokens}. */
export async function endLeasesIfTokenExpired(db: Database, installation: Installation, token: string): Promise<void> {
  await inTransaction(db, 'every account', (tx) => releaseChunk(tx, installation, token));
}

async function releaseChunk(tx: Transaction, installation: Installation, token: string | null): Promise<number> {
  // Locked seats are skipped, since another node releases them; those of a single requested token are waited for.
  const lockedRows = sql.raw(token === null ? 'skip locked' : '');
  const held = await tx
    .selectFrom('service-account-tokens as tokens')
    .innerJoin('licenses', 'licenses.session-id', 'tokens.id')
    .innerJoin('accounts', 'accounts.id', 'licenses.account-id')
    .select('licenses.id')
    .where('licenses.lease-state', '=', sql.lit('active' as const))
    .where('tokens.expires-on', '<=', now)
    .$if(token !== null, (query) => query.where('tokens.id', '=', token ?? ''))
    .orderBy('licenses.id')
    .limit(seatChunk)
    // As in every change, the account is locked before its licenses.
    .modifyEnd(sql`for key share of accounts ${lockedRows} for update of licenses ${lockedRows}`)
    .execute();
  const ids = held.map(({ id }) => id);
  await moveSeats(tx, serverCaller(installation), 'release', ids, signedOut);
  return ids.length;
}
