import { type RawBuilder, sql } from 'kysely';
import type { Database, Transaction } from '../db/database.ts';
import { ago } from '../db/expressions.ts';
import { knownAddressDays } from '../modules/auth/device-marks.ts';
import { type Chunks, deleteInChunks, inChunks, usualChunks } from '../queue/chunks.ts';

/** Days for which spent rows are kept: enough to investigate recent events. */
const spentDays = 7;

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

const spent = ago({ days: spentDays });
const aDayAgo = ago({ days: 1 });

/** The tables with rows that are only kept for a while, and the condition of those to remove. */
export const spentRows: readonly (readonly [table: string, condition: RawBuilder<unknown>])[] = [
  ['sessions', sql`("ended-on" < ${spent} or "expires-on" < ${spent})`],
  ['activation-keys', sql`("ended-on" < ${spent} or "expires-on" < ${spent})`],
  ['email-confirmations', sql`("ended-on" < ${spent} or "expires-on" < ${spent})`],
  ['service-account-tokens', sql`"expires-on" < ${spent}`],
  ['directory-failures', sql`"on" < ${ago({ days: 30 })}`],
  ['challenges', sql`"expires-on" < ${aDayAgo}`],
  ['authorization-codes', sql`"expires-on" < ${aDayAgo}`],
  ['device-authorizations', sql`"expires-on" < ${aDayAgo}`],
  ['passkey-requests', sql`"expires-on" < ${aDayAgo}`],
  ['sign-in-requests', sql`"expires-on" < ${aDayAgo}`],
  ['sign-in-codes', sql`"expires-on" < ${aDayAgo}`],
  // A user's last invitation stays. No mail is sent before it was created, by which the index finds it.
  ['outbox', sql`"user-id" is null and "created-on" < ${spent} and ("sent-on" < ${spent} or "given-up-on" < ${spent})`],
  ['link-mails', sql`"on" < ${aDayAgo}`],
  ['attempts', sql`"window-start" < ${aDayAgo}`],
  ['device-marks', sql`"expires-on" < now()`],
  ['known-addresses', sql`"last-on" < ${ago({ days: knownAddressDays })}`],
  // Messages end with their lease.
  [
    'lease-messages',
    sql`"created-on" < ${aDayAgo}
      and not exists (select from licenses where licenses."lease-id" = "lease-messages"."lease-id")`,
  ],
  ['idempotency-keys', sql`"created-on" < ${aDayAgo}`],
];

/** A column that refers to rows which are purged: its rows are deleted before them, or the column is cleared. */
type Reference = readonly [table: string, column: string, removal: 'delete' | 'clear'];

const references = {
  licenses: [['addon-licenses', 'license-id', 'clear']],
  users: [
    // First: each change of a user's roles changes all their sessions.
    ['sessions', 'user-id', 'delete'],
    ['licenses', 'previous-holder-id', 'clear'],
    ['accounts', 'owner-id', 'clear'],
    ['service-account-tokens', 'maker-id', 'clear'],
    ['user-roles', 'user-id', 'delete'],
    ['user-tags', 'user-id', 'delete'],
    ['factors', 'user-id', 'delete'],
    ['device-marks', 'user-id', 'delete'],
    ['known-addresses', 'user-id', 'delete'],
    ['challenges', 'user-id', 'delete'],
    ['identities', 'user-id', 'delete'],
    ['sign-in-codes', 'user-id', 'delete'],
    ['activation-keys', 'user-id', 'delete'],
    ['email-confirmations', 'user-id', 'delete'],
    ['authorization-codes', 'user-id', 'delete'],
    ['device-authorizations', 'user-id', 'delete'],
    ['outbox', 'user-id', 'delete'],
    ['idempotency-keys', 'caller-id', 'delete'],
  ],
  tags: [['user-tags', 'tag-id', 'delete']],
  'service-accounts': [
    // As sessions of users.
    ['service-account-tokens', 'service-account-id', 'delete'],
    ['users', 'directory-id', 'clear'],
    ['tags', 'directory-id', 'clear'],
    ['service-account-roles', 'service-account-id', 'delete'],
    ['directory-failures', 'directory-id', 'delete'],
    ['idempotency-keys', 'caller-id', 'delete'],
  ],
  // Its id is that of its account.
  'sign-in-connections': [
    ['identities', 'account-id', 'delete'],
    ['sign-in-codes', 'account-id', 'delete'],
    ['sign-in-requests', 'account-id', 'delete'],
    ['connection-domains', 'account-id', 'delete'],
    ['connection-roles', 'account-id', 'delete'],
  ],
} as const satisfies Readonly<Record<string, readonly Reference[]>>;

type Referenced = keyof typeof references;

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
  await inChunks(db, signal, async (tx) => {
    const named = sql`${long} and (name <> '' or description <> '')`;
    const accounts = await lockRows(tx, 'accounts', 'id', named, chunk);
    const owned = sql`"account-id" = any(${accounts})`;
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
  for (const reference of references[table]) {
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
