import { sql } from 'kysely';
import { type Database, inTransaction, type Transaction } from '../db/database.ts';

/** How long things are kept that nothing needs any more, in days: enough to look into what has happened lately. */
const spentDays = 7;

/**
 * Removes for good what was deleted long enough ago, and what is spent: ended sessions, used keys, forgotten attempts.
 * Of a deleted account its bare row stays, because its audit log does.
 *
 * @param deletedDays days after which a deleted user, tag, license or account cannot be restored any more
 */
export async function purge(db: Database, deletedDays: number): Promise<void> {
  await inTransaction(db, 'every account', async (tx) => {
    await purgeSpent(tx);
    await purgeDeleted(tx, deletedDays);
  });
}

async function purgeSpent(tx: Transaction): Promise<void> {
  const spent = sql<Date>`now() - make_interval(days => ${spentDays})`;
  await tx
    .deleteFrom('sessions')
    .where((where) => where.or([where('ended-on', '<', spent), where('expires-on', '<', spent)]))
    .execute();
  await tx
    .deleteFrom('activation-keys')
    .where((where) => where.or([where('ended-on', '<', spent), where('expires-on', '<', spent)]))
    .execute();
  await tx.deleteFrom('outbox').where('sent-on', '<', spent).execute();
  await tx.deleteFrom('attempts').where('window-start', '<', sql<Date>`now() - interval '1 day'`).execute();
  // A message that nobody has heard in a day was for a lease that is over.
  await tx.deleteFrom('lease-messages').where('created-on', '<', sql<Date>`now() - interval '1 day'`).execute();
  await tx.deleteFrom('idempotency-keys').where('created-on', '<', sql<Date>`now() - interval '1 day'`).execute();
}

async function purgeDeleted(tx: Transaction, deletedDays: number): Promise<void> {
  const long = sql`"deleted-on" < now() - make_interval(days => ${deletedDays})`;
  const users = sql`select id from users where ${long}`;
  const tags = sql`select id from tags where ${long}`;
  const licenses = sql`select id from licenses where ${long}`;
  for (const statement of [
    sql`update licenses set "previous-holder-id" = null where "previous-holder-id" in (${users})`,
    sql`update "addon-licenses" set "license-id" = null where "license-id" in (${licenses})`,
    sql`delete from "addon-licenses" where ${long}`,
    // A seat that is still being given back keeps its license, and its holder, until it is free.
    sql`delete from licenses where ${long} and "lease-state" = 'free'`,
    sql`delete from "user-roles" where "user-id" in (${users})`,
    sql`delete from "user-tags" where "user-id" in (${users}) or "tag-id" in (${tags})`,
    sql`delete from sessions where "user-id" in (${users})`,
    sql`delete from "activation-keys" where "user-id" in (${users})`,
    sql`delete from "idempotency-keys" where "user-id" in (${users})`,
    sql`update accounts set "owner-id" = null where "owner-id" in (${users})`,
    sql`delete from users where ${long} and not exists (select from licenses where "holder-id" = users.id)`,
    sql`delete from tags where ${long}`,
    sql`update accounts set name = '', description = '' where ${long}`,
  ]) {
    await statement.execute(tx);
  }
}
