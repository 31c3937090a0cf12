import { type RawBuilder, sql } from 'kysely';
import type { Database, Transaction } from '../../db/database.ts';
import { uniquenessProblem } from '../../db/errors.ts';
import { type Chunks, findByIndex, inChunks } from '../../queue/chunks.ts';
import { endSessionsOfAccount } from '../sessions/end-sessions.ts';

// Deleting and restoring an account, and ending its sessions, apply at the commit by the account's row, which every
// reader respects. What belongs to it follows in chunks: the first with the row, the others by a job.

/** The tables whose rows are deleted and restored with their account. */
const cascadedTables = ['users', 'tags', 'licenses', 'addon-licenses'] as const;

/** Rows per transaction. */
export const rowsPerChunk = 500;

/**
 * Cascades the deletion or restoration of accounts, one chunk per transaction. One node at a time works on an account.
 * Only a chunk with an e-mail that was taken meanwhile is repeated with a look at each: while most people are deleted,
 * PostgreSQL expects nearly nobody to compare with, and compares everybody.
 */
export async function cascadeAccounts(db: Database, { chunk, signal }: Chunks): Promise<void> {
  let looksForTaken = false;
  const cascade = async (tx: Transaction) => {
    const account = await tx
      .selectFrom('accounts')
      .select('id')
      .where(sql<boolean>`(cascading is not null or "sessions-ended-on" is not null)`)
      .limit(1)
      .forNoKeyUpdate()
      .skipLocked()
      .executeTakeFirst();
    if (!account) return false;
    await cascadeChunk(tx, account.id, chunk, { looksForTaken });
    looksForTaken = false;
    return true;
  };
  for (;;) {
    try {
      return await inChunks(db, signal, cascade);
    } catch (error) {
      if (looksForTaken || !uniquenessProblem(error)) throw error;
      looksForTaken = true;
    }
  }
}

/**
 * Deletes or restores a chunk of what belongs to an account; once nothing is left, clears the marks. A person whose
 * e-mail was taken meanwhile stays deleted.
 *
 * @param account its row is locked
 * @param options.first whether this is the restoration itself: if all people fit into it, a taken e-mail is refused
 * @param options.looksForTaken whether people whose e-mail was taken are left out; without it, one of them is an error
 */
export async function cascadeChunk(
  tx: Transaction,
  account: string,
  chunk = rowsPerChunk,
  { first = false, looksForTaken = true } = {},
): Promise<void> {
  await findByIndex(tx);
  const row = await tx
    .selectFrom('accounts')
    .select(['cascading', 'sessions-ended-on'])
    .where('id', '=', account)
    .executeTakeFirstOrThrow();
  if (row['sessions-ended-on'] && (await endSessionsOfAccount(tx, account, chunk)) === chunk) return;
  await tx.updateTable('accounts').set({ 'sessions-ended-on': null }).where('id', '=', account).execute();
  if (row.cascading === null) return;
  const restores = row.cascading === 'restoration';
  const looks = restores && looksForTaken && !(first && (await fitsIntoChunk(tx, account, chunk)));
  if (looks) await leaveTaken(tx, account, chunk);
  for (const table of cascadedTables) {
    const rows = restores ? restoreRows(table, account, looks) : deleteRows(table, account);
    if ((await changeRows(tx, table, rows(chunk), row.cascading, account)) === chunk) return;
  }
  await tx.updateTable('accounts').set({ cascading: null }).where('id', '=', account).execute();
}

/** Whether the people to restore are one chunk at most. */
async function fitsIntoChunk(tx: Transaction, account: string, chunk: number): Promise<boolean> {
  const { rows } = await sql`select from users where "account-id" = ${account}
    and "deleted-on" = (select "cascaded-on" from accounts where id = ${account}) limit ${chunk + 1}`.execute(tx);
  return rows.length <= chunk;
}

/** Gives people of a chunk whose e-mail was taken a time of their own: no later chunk finds them again. */
async function leaveTaken(tx: Transaction, account: string, chunk: number): Promise<void> {
  await sql`
    with chunk as materialized (${restoreRows('users', account, false)(chunk)}),
    taken as (
      select users.id from users join users as other on other."folded-email" = users."folded-email"
      where users.id in (select id from chunk) and other."deleted-on" is null)
    update users set "deleted-on" = now()
    where id = any(array(select id from users where id in (select id from taken) order by id for update))`.execute(tx);
}

type Table = (typeof cascadedTables)[number];
type Rows = (chunk: number) => RawBuilder<unknown>;

function deleteRows(table: Table, account: string): Rows {
  return (chunk) => sql`select id from ${sql.table(table)}
    where "account-id" = ${account} and "deleted-on" is null limit ${chunk}`;
}

/** Rows deleted with the account have its time; rows deleted earlier stay deleted. */
function restoreRows(table: Table, account: string, looks: boolean): Rows {
  const free =
    table === 'users' && looks
      ? sql`and not exists (select from users as other
          where other."folded-email" = users."folded-email" and other."deleted-on" is null)`
      : sql``;
  return (chunk) => sql`select id from ${sql.table(table)} where "account-id" = ${account}
    and "deleted-on" = (select "cascaded-on" from accounts where id = ${account}) ${free} limit ${chunk}`;
}

async function changeRows(
  tx: Transaction,
  table: Table,
  rows: RawBuilder<unknown>,
  change: 'deletion' | 'restoration',
  account: string,
): Promise<number> {
  const time = change === 'deletion' ? sql`(select "cascaded-on" from accounts where id = ${account})` : sql`null`;
  // Any rows are found without sorting all that are left; they are locked by id, as in every change.
  const { numAffectedRows = 0n } = await sql`update ${sql.table(table)} set "deleted-on" = ${time}
    where id = any(array(select id from ${sql.table(table)} where id = any(array(${rows})) order by id for update))`.execute(
    tx,
  );
  return Number(numAffectedRows);
}
