import { formatRn } from '@keyhold/contract';
import { sql } from 'kysely';
import { type Database, inTransaction } from '../../db/database.ts';
import { queueWebhooks } from './webhook-events.ts';

/** So many days before a license's term ends it is told that it will. */
const noticeDays = 14;
/** Licenses of one transaction. */
const batch = 500;

/** Tells of each end of a license's term once, some days before. A changed end is told again. */
export async function tellOfExpiry(db: Database, region: string): Promise<void> {
  for (;;) {
    const told = await inTransaction(db, 'every account', async (tx) => {
      const { rows } = await sql<{ id: string; 'account-id': string; 'expiry-date': Date }>`
        update licenses set "expiry-told" = "expiry-date" where id in (
          select id from licenses where "deleted-on" is null and not "expiry-perpetual" and "expiry-date" > now()
            and "expiry-date" < now() + make_interval(days => ${noticeDays}) and "expiry-told" is distinct from "expiry-date"
          limit ${batch} for update skip locked
        ) returning id, "account-id", "expiry-date"`.execute(tx);
      for (const { id, 'account-id': account, 'expiry-date': expiry } of rows) {
        await queueWebhooks(tx, account, 'license.expiring', {
          account: formatRn(region, account, 'account', account),
          license: formatRn(region, account, 'license', id),
          'expires-on': expiry.toISOString(),
        });
      }
      return rows.length;
    });
    if (told < batch) return;
  }
}
