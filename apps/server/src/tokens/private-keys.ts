import type { JWK } from 'jose';
import { type Database, inTransaction, type Transaction } from '../db/database.ts';
import type { SecretBox } from '../secrets/secret-box.ts';

/** The tables with private keys. */
type KeyTable = 'signing-keys' | 'root-key';

/** A row of one of them. */
interface StoredKey {
  readonly id: string;
  /** Null once it is sealed and no server of an earlier version is left, or once the key no longer signs. */
  readonly 'private-key': Readonly<Record<string, string>> | null;
  readonly 'private-key-secret': Buffer | null;
}

/** The owner of the sealed key: a row cannot contain another's. */
function contextOf(table: KeyTable, id: string): string {
  return `${table} ${id}`;
}

/** Whether the private key of a row can be opened here. */
export async function canOpenPrivateKey(
  secrets: SecretBox,
  row: Pick<StoredKey, 'private-key' | 'private-key-secret'>,
): Promise<boolean> {
  const sealed = row['private-key-secret'];
  return sealed ? secrets.canOpen(sealed) : row['private-key'] !== null;
}

/**
 * Opens the private key of a row.
 *
 * @throws {ProblemError} 503 when the key for secrets that sealed it is missing
 */
export async function openPrivateKey(secrets: SecretBox, table: KeyTable, row: StoredKey): Promise<JWK> {
  const sealed = row['private-key-secret'];
  if (sealed) return JSON.parse(await secrets.open(sealed, contextOf(table, row.id))) as JWK;
  if (!row['private-key']) throw new Error(`The key ${row.id} no longer signs.`);
  return { ...row['private-key'] };
}

/**
 * Adds the sealed form to a new key. The clear form is stored only until no server of an earlier version is left, or if
 * the installation has no key for secrets, as a demo on `DATABASE_URL` may.
 */
export async function withSealed<Key extends { readonly id: string; readonly 'private-key': string }>(
  secrets: SecretBox,
  table: KeyTable,
  key: Key,
): Promise<Key & { readonly 'private-key-secret': Buffer | null }> {
  const possible = await secrets.canSeal();
  const sealed = possible ? await secrets.seal(key['private-key'], contextOf(table, key.id)) : null;
  return { ...key, 'private-key-secret': sealed };
}

/** Seals the private keys of earlier versions. It may run at any time and again: sealed and erased ones stay as they are. */
export async function sealPrivateKeys(db: Database, secrets: SecretBox): Promise<void> {
  if (!(await secrets.canSeal())) return;
  for (const table of ['signing-keys', 'root-key'] as const) {
    const rows = await inTransaction(db, 'every account', (tx) => unsealed(tx, table));
    for (const { id, 'private-key': key } of rows) {
      const sealed = await secrets.seal(JSON.stringify(key), contextOf(table, id));
      await inTransaction(db, 'every account', async (tx) => {
        await tx
          .updateTable(table)
          .set({ 'private-key-secret': sealed })
          .where('id', '=', id)
          .where('private-key', 'is not', null)
          .where('private-key-secret', 'is', null)
          .execute();
      });
    }
  }
}

function unsealed(tx: Transaction, table: KeyTable) {
  return tx
    .selectFrom(table)
    .select(['id', 'private-key'])
    .where('private-key', 'is not', null)
    .where('private-key-secret', 'is', null)
    .orderBy('id')
    .limit(1_000)
    .execute();
}

/**
 * Seals the root key with the first key for secrets, if another sealed it.
 *
 * @returns the new sealed form; null if there is nothing to change, or the key that sealed it is missing
 */
export async function resealRootKey(db: Database, secrets: SecretBox): Promise<Buffer | null> {
  const root = await inTransaction(db, 'every account', (tx) =>
    tx.selectFrom('root-key').selectAll().executeTakeFirst(),
  );
  const [first] = await secrets.keyIds();
  const sealed = root?.['private-key-secret'];
  if (!root || !first || !sealed || sealed.subarray(0, first.length).equals(first)) return null;
  if (!(await secrets.canOpen(sealed))) return null;
  return secrets.seal(JSON.stringify(await openPrivateKey(secrets, 'root-key', root)), contextOf('root-key', root.id));
}
