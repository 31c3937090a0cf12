import { type RawBuilder, sql } from 'kysely';
import type { Database, Transaction } from '../db/database.ts';
import { ago } from '../db/expressions.ts';
import { knownAddressDays } from '../modules/auth/device-marks.ts';
import { type Chunks, deleteInChunks, inChunks, usualChunks } from '../queue/chunks.ts';

/** Days for which spent rows are kept: enough to investigate recent events. */
const spentDays = 7;

/**
 * Permanently removes rows that were deleted long enough ago, and spent rows: ended sessions, used keys, old attempts.
 * The bare row of a deleted account stays, because its audit log does. The purge runs in chunks, each including the
 * rows that refer to its rows; a locked row waits for the next purge.
 *
 * @param deletedDays days after which a deleted user, tag, license or account can no longer be restored
 */
export async function purge(db: Database, deletedDays: number, run = usualChunks): Promise<void> {
  await purgeSpent(db, run);
  await purgeDeleted(db, deletedDays, run);
}

async function purgeSpent(db: Database, run: Chunks): Promise<void> {
  const spent = ago({ days: spentDays });
  const aDayAgo = ago({ days: 1 });
  await deleteInChunks(db, 'sessions', sql`("ended-on" < ${spent} or "expires-on" < ${spent})`, run);
  await deleteInChunks(db, 'activation-keys', sql`("ended-on" < ${spent} or "expires-on" < ${spent})`, run);
  await deleteInChunks(db, 'email-confirmations', sql`("ended-on" < ${spent} or "expires-on" < ${spent})`, run);
  await deleteInChunks(db, 'service-account-tokens', sql`"expires-on" < ${spent}`, run);
  await deleteInChunks(db, 'directory-failures', sql`"on" < ${ago({ days: 30 })}`, run);
  await deleteInChunks(db, 'challenges', sql`"expires-on" < ${aDayAgo}`, run);
  await deleteInChunks(db, 'authorization-codes', sql`"expires-on" < ${aDayAgo}`, run);
  await deleteInChunks(db, 'device-authorizations', sql`"expires-on" < ${aDayAgo}`, run);
  await deleteInChunks(db, 'passkey-requests', sql`"expires-on" < ${aDayAgo}`, run);
  await deleteInChunks(db, 'sign-in-requests', sql`"expires-on" < ${aDayAgo}`, run);
  await deleteInChunks(db, 'sign-in-codes', sql`"expires-on" < ${aDayAgo}`, run);
  // A user's last invitation stays. No mail is sent before it was created, by which the index finds it.
  const ended = sql`("sent-on" < ${spent} or "given-up-on" < ${spent})`;
  await deleteInChunks(db, 'outbox', sql`"user-id" is null and "created-on" < ${spent} and ${ended}`, run);
  await deleteInChunks(db, 'link-mails', sql`"on" < ${aDayAgo}`, run);
  await deleteInChunks(db, 'attempts', sql`"window-start" < ${aDayAgo}`, run);
  await deleteInChunks(db, 'device-marks', sql`"expires-on" < now()`, run);
  await deleteInChunks(db, 'known-addresses', sql`"last-on" < ${ago({ days: knownAddressDays })}`, run);
  // Messages end with their lease.
  const free = sql`not exists (select from licenses where licenses."lease-id" = "lease-messages"."lease-id")`;
  await deleteInChunks(db, 'lease-messages', sql`"created-on" < ${aDayAgo} and ${free}`, run);
  await deleteInChunks(db, 'idempotency-keys', sql`"created-on" < ${aDayAgo}`, run);
}

async function purgeDeleted(db: Database, deletedDays: number, run: Chunks): Promise<void> {
  const long = sql`"deleted-on" < now() - make_interval(days => ${deletedDays})`;
  await deleteInChunks(db, 'addon-licenses', long, run);
  // A seat that is still being released keeps its license and its holder until it is free.
  await purgeRows(db, 'licenses', sql`${long} and "lease-state" = 'free'`, run, (licenses) => [
    sql`update "addon-licenses" set "license-id" = null where "license-id" = any(${licenses})`,
  ]);
  const held = sql`exists (select from licenses where "holder-id" = users.id)`;
  await purgeRows(db, 'users', sql`${long} and not ${held}`, run, (users) => [
    sql`update licenses set "previous-holder-id" = null where "previous-holder-id" = any(${users})`,
    sql`delete from "user-roles" where "user-id" = any(${users})`,
    sql`delete from "user-tags" where "user-id" = any(${users})`,
    sql`delete from sessions where "user-id" = any(${users})`,
    sql`delete from factors where "user-id" = any(${users})`,
    sql`delete from "device-marks" where "user-id" = any(${users})`,
    sql`delete from "known-addresses" where "user-id" = any(${users})`,
    sql`delete from challenges where "user-id" = any(${users})`,
    sql`delete from identities where "user-id" = any(${users})`,
    sql`delete from "sign-in-codes" where "user-id" = any(${users})`,
    sql`delete from "activation-keys" where "user-id" = any(${users})`,
    sql`delete from outbox where "user-id" = any(${users})`,
    sql`delete from "idempotency-keys" where "caller-id" = any(${users})`,
    sql`update accounts set "owner-id" = null where "owner-id" = any(${users})`,
  ]);
  // Every user may have the tag.
  await deleteInChunks(db, 'user-tags', sql`"tag-id" in (select id from tags where ${long})`, run);
  await purgeRows(db, 'tags', long, run, (tags) => [sql`delete from "user-tags" where "tag-id" = any(${tags})`]);
  await inChunks(db, run.signal, async (tx) => {
    const accounts = await lockRows(tx, 'accounts', sql`${long} and (name <> '' or description <> '')`, run.chunk);
    await sql`delete from "service-accounts" where "account-id" = any(${accounts})`.execute(tx);
    await sql`delete from "sign-in-connections" where "account-id" = any(${accounts})`.execute(tx);
    await sql`update accounts set name = '', description = '' where id = any(${accounts})`.execute(tx);
    return accounts.length === run.chunk;
  });
}

/**
 * Deletes rows, after removing references to them.
 *
 * @param referring returns the statements that remove references to rows with some ids
 */
async function purgeRows(
  db: Database,
  table: 'licenses' | 'users' | 'tags',
  condition: RawBuilder<unknown>,
  { chunk, signal }: Chunks,
  referring: (ids: readonly string[]) => readonly RawBuilder<unknown>[],
): Promise<void> {
  await inChunks(db, signal, async (tx) => {
    const ids = await lockRows(tx, table, condition, chunk);
    if (ids.length === 0) return false;
    for (const statement of referring(ids)) await statement.execute(tx);
    await sql`delete from ${sql.table(table)} where id = any(${ids})`.execute(tx);
    return ids.length === chunk;
  });
}

async function lockRows(
  tx: Transaction,
  table: string,
  condition: RawBuilder<unknown>,
  most: number,
): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.table(table)} where ${condition} limit ${most} for update skip locked`.execute(tx);
  return rows.map(({ id }) => id);
}
