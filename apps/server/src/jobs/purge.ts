import { type RawBuilder, sql } from 'kysely';
import type { Database, Transaction } from '../db/database.ts';
import { purgedReplies } from '../http/purge.ts';
import { purgedMail } from '../mail/purge.ts';
import { purgedAccounts } from '../modules/accounts/purge.ts';
import { purgedSignIns } from '../modules/auth/purge.ts';
import { purgedDirectories } from '../modules/directories/purge.ts';
import { purgedFactors } from '../modules/factors/purge.ts';
import { purgedLeases } from '../modules/leases/purge.ts';
import { purgedLicenses } from '../modules/licenses/purge.ts';
import { purgedGrants } from '../modules/oauth/purge.ts';
import { purgedTokens } from '../modules/service-accounts/purge.ts';
import { purgedSessions } from '../modules/sessions/purge.ts';
import { purgedSingleSignOn } from '../modules/single-sign-on/purge.ts';
import { purgedUsers } from '../modules/users/purge.ts';
import { type Chunks, deleteInChunks, inChunks, usualChunks } from '../queue/chunks.ts';
import type { Purged, Reference, Referenced } from '../queue/purged.ts';

/**
 * What the modules purge, in the order in which references are removed. Sessions and tokens come first: each change of
 * the roles of their user or service account changes all of them.
 */
const purged: readonly Purged[] = [
  purgedSessions,
  purgedTokens,
  purgedLeases,
  purgedLicenses,
  purgedAccounts,
  purgedUsers,
  purgedFactors,
  purgedSignIns,
  purgedSingleSignOn,
  purgedGrants,
  purgedDirectories,
  purgedMail,
  purgedReplies,
];

/**
 * Permanently removes rows that were deleted long enough ago, and spent rows: ended sessions, used keys, old attempts.
 * The bare row of a deleted account stays, because its audit log does. The purge runs in chunks: what refers to its rows is
 * removed before them, a chunk at a time, since one row may have any number of references. A locked row waits for the
 * next purge.
 *
 * @param deletedDays days after which a deleted user, tag, license or account can no longer be restored
 */
export async function purge(db: Database, deletedDays: number, run = usualChunks): Promise<void> {
  for (const [table, condition] of spentRows) await deleteInChunks(db, table, condition, run);
  await purgeDeleted(db, deletedDays, run);
}

/** The tables with rows that are only kept for a while, and the condition of those to remove. */
export const spentRows = purged.flatMap(({ spent = [] }) => spent);

async function purgeDeleted(db: Database, deletedDays: number, run: Chunks): Promise<void> {
  const { chunk, signal } = run;
  const long = sql`"deleted-on" < now() - make_interval(days => ${deletedDays})`;
  const purgeRows = (table: Referenced, condition: RawBuilder<unknown>) =>
    inChunks(db, signal, (tx) => purgeChunk(tx, table, 'id', condition, chunk));
  await deleteInChunks(db, 'addon-licenses', long, run);
  // A seat that is still being released keeps its license and its holder until it is free.
  await purgeRows('licenses', sql`${long} and "lease-state" = 'free'`);
  await purgeRows('users', sql`${long} and not exists (select from licenses where "holder-id" = users.id)`);
  await purgeRows('tags', long);
  await purgeRows(
    'service-accounts',
    sql`${long} and "released-by" is null and not exists (select from licenses where "holder-id" = "service-accounts".id)`,
  );
  await inChunks(db, signal, async (tx) => {
    const named = sql`${long} and (name <> '' or description <> '')`;
    const accounts = await lockRows(tx, 'accounts', 'id', named, chunk);
    const owned = sql`"account-id" = any(${accounts})`;
    if (await purgeChunk(tx, 'pools', 'id', owned, chunk)) return true;
    if (await purgeChunk(tx, 'service-accounts', 'id', owned, chunk)) return true;
    if (await purgeChunk(tx, 'sign-in-connections', 'account-id', owned, chunk)) return true;
    await sql`update accounts set name = '', description = '' where id = any(${accounts})`.execute(tx);
    return accounts.length === chunk;
  });
}

/**
 * Deletes a chunk of rows, or a chunk of what refers to them.
 *
 * @returns whether there may be more
 */
async function purgeChunk(
  tx: Transaction,
  table: Referenced,
  key: string,
  condition: RawBuilder<unknown>,
  chunk: number,
): Promise<boolean> {
  const ids = await lockRows(tx, table, key, condition, chunk);
  if (ids.length === 0) return false;
  for (const reference of purged.flatMap(({ references }) => references?.[table] ?? [])) {
    if ((await removeReferences(tx, reference, ids, chunk)) === chunk) return true;
  }
  await sql`delete from ${sql.table(table)} where ${sql.ref(key)} = any(${ids})`.execute(tx);
  return ids.length === chunk;
}

async function removeReferences(
  tx: Transaction,
  [table, column, removal]: Reference,
  ids: readonly string[],
  chunk: number,
): Promise<number> {
  const [from, to] = [sql.table(table), sql.ref(column)];
  const rows = sql`ctid = any(array(select ctid from ${from} where ${to} = any(${ids}) limit ${chunk} for update))`;
  const { numAffectedRows = 0n } =
    removal === 'delete'
      ? await sql`delete from ${from} where ${rows}`.execute(tx)
      : await sql`update ${from} set ${to} = null where ${rows}`.execute(tx);
  return Number(numAffectedRows);
}

async function lockRows(
  tx: Transaction,
  table: string,
  key: string,
  condition: RawBuilder<unknown>,
  most: number,
): Promise<readonly string[]> {
  const { rows } = await sql<{ key: string }>`
    select ${sql.ref(key)} as key from ${sql.table(table)} where ${condition} limit ${most} for update skip locked`.execute(
    tx,
  );
  return rows.map(({ key }) => key);
}
