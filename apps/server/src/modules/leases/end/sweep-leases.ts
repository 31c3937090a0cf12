import { sql } from 'kysely';
import { serverCaller } from '../../../access/actor.ts';
import { inTransaction, readTime, type Transaction } from '../../../db/database.ts';
import { ago, now } from '../../../db/expressions.ts';
import { type Installation, rnOf } from '../../../installation.ts';
import { expired, worksUntilText } from '../../../records/license-term.ts';
import { leaseOver } from '../../../records/seat-conditions.ts';
import type { Services } from '../../../services.ts';
import { announce } from '../../../streams/announce.ts';
import { moveSeats, seatChunk } from '../move-seats.ts';
import { type Ending, leaseEnded, licenseEnded, overdraftEnded } from '../seat/seat.ts';
import { sweepEndedAccounts } from './end-account-leases.ts';

/**
 * Records in chunks which seats have ended by time: lapsed leases, offline uses and releases
 * whose last token has expired, and seats whose license's term is over. Whether a seat is free depends on time alone,
 * not on this sweep.
 *
 * @param onUnanswered called with the number of seats that became free without an acknowledged release
 */
export async function sweepLeases(
  { db, installation }: Pick<Services, 'db' | 'installation'>,
  onUnanswered: (seats: number) => void = () => undefined,
): Promise<void> {
  await sweepEndedAccounts(db, installation);
  for (;;) {
    const { swept, unanswered } = await inTransaction(db, 'every account', (tx) => sweepChunk(tx, installation));
    if (unanswered > 0) onUnanswered(unanswered);
    if (swept < seatChunk) return;
  }
}

/** Each condition matches a partial index (migrations 0002 and 0013), so that only these seats are read. */
const recordedInUse = sql<boolean>`licenses."lease-state" in ('active', 'offline') and licenses."freed-on" is null`;
const over = sql<boolean>`licenses."expires-at" <= now()`;
// An offline seat cannot be recalled, even if its license's term was shortened afterwards.
const ended = sql<boolean>`(licenses."lease-state" = 'active' and ${expired})`;
const leaseIsOver = sql<boolean>`(licenses."lease-state" = 'active' and ${leaseOver})`;

async function sweepChunk(tx: Transaction, installation: Installation): Promise<{ swept: number; unanswered: number }> {
  const seats = await tx
    .selectFrom('licenses')
    // Seats of an account that is being changed are left to the next run.
    .innerJoin('accounts', 'accounts.id', 'licenses.account-id')
    .select(['licenses.id', 'licenses.overdraft', ended.as('ended'), leaseIsOver.as('lease-over')])
    .where(
      sql<boolean>`(${recordedInUse} and (${over} or ${ended}) or licenses."lease-state" = 'releasing' and ${over})`,
    )
    .orderBy('licenses.id')
    .limit(seatChunk)
    .modifyEnd(sql`for key share of accounts skip locked for update of licenses skip locked`)
    .execute();
  const by = serverCaller(installation);
  const endOf = (seat: (typeof seats)[number]): Ending | null => {
    if (seat.ended) return seat.overdraft ? overdraftEnded : licenseEnded;
    return seat['lease-over'] ? leaseEnded : null;
  };
  const endedBy = (ending: Ending | null) => seats.filter((seat) => endOf(seat) === ending).map(({ id }) => id);
  for (const ending of [licenseEnded, overdraftEnded, leaseEnded]) {
    await moveSeats(tx, by, 'expire', endedBy(ending), ending);
  }
  const timedOut = await moveSeats(tx, by, 'time out', endedBy(null));
  const unanswered = timedOut.filter((seat) => seat['lease-state'] === 'releasing').length;
  return { swept: seats.length, unanswered };
}

/** Seconds before the first run that it covers. */
const firstSpan = 60;

/**
 * Announces to open consoles which licenses' terms have ended since the last run, by the database's clock. The sweep
 * notifies their holders.
 *
 * @returns the time of this run
 */
export async function announceExpired(
  { db, installation }: Pick<Services, 'db' | 'installation'>,
  since: Date | null,
): Promise<Date> {
  return inTransaction(db, 'every account', async (tx) => {
    const moment = await readTime(tx);
    const from = since ?? ago({ secs: firstSpan });
    const dated = tx
      .selectFrom('licenses')
      .select(['id', 'account-id'])
      .where('deleted-on', 'is', null)
      .where('expiry-perpetual', '=', sql.lit(false))
      .where('expiry-date', '<=', now);
    const worksUntil = sql<Date>`${sql.raw(worksUntilText)}`;
    // A license that goes on after its end is announced at both moments; few do (index of migration 0097).
    const ended = await dated
      .where('expiry-date', '>', from)
      .union(dated.where('grace-days', '>', sql.lit(0)).where(worksUntil, '>', from).where(worksUntil, '<=', now))
      .execute();
    for (const { id, 'account-id': account } of ended) {
      await announce(tx, { event: 'changed', account, rn: rnOf(installation, account, 'license', id) });
    }
    return moment;
  });
}
