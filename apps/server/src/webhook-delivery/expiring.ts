import { formatRn } from '@keyhold/contract';
import { sql } from 'kysely';
import type { Database } from '../db/database.ts';
import { inChunks, usualChunks } from '../queue/chunks.ts';
import { queueWebhooks } from './webhook-events.ts';

/** Days before the end of a license's term at which the event is queued. */
const noticeDays = 14;

/** Queues one event for each end of a license's term, some days before it. A changed end counts as a new one. */
export async function notifyOfExpiry(db: Database, region: string, { chunk, signal } = usualChunks): Promise<void> {
  await inChunks(db, signal, async (tx) => {
    const { rows } = await sql<{ id: string; 'account-id': string; 'expiry-date': Date }>`
      update licenses set "expiry-told" = "expiry-date" where id in (
        select id from licenses where "deleted-on" is null and not "expiry-perpetual" and "expiry-date" > now()
          and "expiry-date" < now() + make_interval(days => ${noticeDays}) and "expiry-told" is distinct from "expiry-date"
        limit ${chunk} for update skip locked
      ) returning id, "account-id", "expiry-date"`.execute(tx);
    queueWebhooks(
      tx,
      rows.map(({ id, 'account-id': account, 'expiry-date': expiry }) => ({
        account,
        type: 'license.expiring',
        data: {
          account: formatRn(region, account, 'account', account),
          license: formatRn(region, account, 'license', id),
          'expires-on': expiry.toISOString(),
        },
      })),
    );
    return rows.length === chunk;
  });
}
