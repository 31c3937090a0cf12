import { sql } from 'kysely';
import { inTransaction } from '../../db/database.ts';
import { rnOf } from '../../installation.ts';
import type { Services } from '../../services.ts';
import { announce } from '../../streams/announce.ts';
import { sweepLeases } from './sweep-leases.ts';

/** The first look announces what ended in so many seconds before it. */
const firstSpan = 60;

/** Returns the job that records and announces which leases and licenses have ended by time since it last ran. */
export function createLeaseSweep(services: Pick<Services, 'db' | 'installation'>): () => Promise<void> {
  let since: Date | null = null;
  return async () => {
    since = await tellExpired(services, since);
    await sweepLeases(services);
  };
}

/**
 * Tells open consoles which licenses' terms have ended since the last look, by the database's clock; what their holders
 * hear is the sweep's.
 *
 * @returns the moment of this look
 */
async function tellExpired(
  { db, installation }: Pick<Services, 'db' | 'installation'>,
  since: Date | null,
): Promise<Date> {
  return inTransaction(db, 'every account', async (tx) => {
    const { rows } = await sql<{ now: Date }>`select now()`.execute(tx);
    const now = rows[0]?.now ?? new Date();
    const ended = await tx
      .selectFrom('licenses')
      .select(['id', 'account-id'])
      .where('deleted-on', 'is', null)
      .where('expiry-perpetual', '=', sql<boolean>`false`)
      .where('expiry-date', '>', since ?? sql<Date>`now() - make_interval(secs => ${firstSpan})`)
      .where('expiry-date', '<=', sql<Date>`now()`)
      .execute();
    for (const { id, 'account-id': account } of ended) {
      await announce(tx, { event: 'changed', account, rn: rnOf(installation, account, 'license', id) });
    }
    return now;
  });
}
