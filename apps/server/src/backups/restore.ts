import { pipeline } from 'node:stream/promises';
import { Failure } from '@keyhold/cli';
import type pg from 'pg';
import { from } from 'pg-copy-streams';
import { type AuditCheck, checkAuditChains } from '../audit/audit-chains.ts';
import { isDatabaseError } from '../db/errors.ts';
import { migrate, migrations } from '../db/migrations/migrate.ts';
import { inOneTransaction, withClient } from '../db/open/owner-client.ts';
import type { BackupHeader, TableChecksum } from './backup-format.ts';
import { type BackupReader, openBackup } from './backup-reader.ts';
import { suspendConstraints } from './restore-constraints.ts';
import { checksumOf, createLineSum } from './table-checksum.ts';
import { appliedMigrations, copyInStatement, countRows, listTables, quoted, type Table } from './tables.ts';

/** The restored data, after verification. */
export interface Restoration {
  readonly rows: number;
  readonly 'created-on': string;
  /** The schema of the backup, and the schema of the database now. */
  readonly schema: { readonly from: string; readonly to: string };
  readonly tables: readonly TableChecksum[];
  /** The result of the audit log check; a chain that was broken before the backup is still broken. */
  readonly audit: AuditCheck;
}

/** Reports the progress of a restore. */
export type RestoreProgress = (step: 'Restoring' | 'Checking', done: number, total: number) => void;

/**
 * Restores a backup into an empty database: creates the schema of the backup, copies every row, checks rows, checksums
 * and references, and only then commits; finally migrates to the current schema and checks the audit log.
 *
 * @param name the name of the database in messages
 * @throws {Failure} when the database is not empty, or the backup is damaged or too new; nothing is restored then.
 */
export async function restore(
  connectionString: string,
  file: string,
  name: string,
  onProgress: RestoreProgress = () => undefined,
): Promise<Restoration> {
  const backup = await openBackup(file);
  try {
    return await restoreInto(connectionString, backup, name, onProgress);
  } finally {
    backup.close();
  }
}

async function restoreInto(
  connectionString: string,
  backup: BackupReader,
  name: string,
  onProgress: RestoreProgress,
): Promise<Restoration> {
  const { header } = backup;
  const steps = stepsOf(header);
  await withClient(connectionString, (client) => requireEmpty(client, header, name));
  await migrate(connectionString, steps);
  const tables = await withClient(connectionString, (client) =>
    inOneTransaction(client, 'write', async () => {
      // A server that starts now waits for this lock before its first rows; the rows of an earlier one are found here.
      await client.query("select pg_advisory_xact_lock(hashtext('keyhold installation'))");
      await requireEmpty(client, header, name);
      return copyIn(client, backup, onProgress);
    }),
  );
  await migrate(connectionString);
  return withClient(connectionString, async (client) => {
    const audit = await inOneTransaction(client, 'read', () => checkAuditChains(client));
    await client.query('analyze');
    const to = (await appliedMigrations(client)).at(-1) ?? '';
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    const schema = { from: header.schema.at(-1) ?? '', to };
    return { rows, 'created-on': header['created-on'], schema, tables, audit };
  });
}

/** The migrations up to the backup's schema. */
function stepsOf(header: BackupHeader): typeof migrations {
  const unknown = header.schema.find((name) => !(name in migrations));
  if (unknown !== undefined) {
    throw new Failure(
      `This backup was made by Keyhold ${header.version}, whose schema (${unknown}) this version does not know. Update Keyhold and restore again.`,
    );
  }
  return Object.fromEntries(Object.entries(migrations).filter(([name]) => header.schema.includes(name)));
}

async function requireEmpty(client: pg.Client, header: BackupHeader, name: string): Promise<void> {
  for (const table of await listTables(client)) {
    if ((await countRows(client, table)) === 0) continue;
    throw new Failure(
      `The database of ${name} is not empty: there is something in ${table.name}. Restore into an empty data folder (--data DIR) or an empty database (DATABASE_URL).`,
    );
  }
  const later = (await appliedMigrations(client)).find((applied) => !header.schema.includes(applied));
  if (later === undefined) return;
  throw new Failure(
    `The database of ${name} has no rows, but a later schema (${later}) than the backup. Create it again, or choose another one.`,
  );
}

async function copyIn(
  client: pg.Client,
  backup: BackupReader,
  onProgress: RestoreProgress,
): Promise<readonly TableChecksum[]> {
  const { tables } = backup.header;
  const total = tables.reduce((sum, table) => sum + table.rows, 0);
  const resume = await suspendConstraints(client);
  const checksums: TableChecksum[] = [];
  let done = 0;
  for (const table of tables) {
    const checksum = await copyTableIn(client, backup, table, (rows) => onProgress('Restoring', done + rows, total));
    checksums.push(checksum);
    done += checksum.rows;
  }
  await backup.end();
  await resume();
  let checked = 0;
  for (const [index, table] of tables.entries()) {
    const expected = checksums[index];
    requireEqual(table.name, expected, await checksumOf(client, table));
    checked += table.rows;
    onProgress('Checking', checked, total);
  }
  return checksums;
}

async function copyTableIn(
  client: pg.Client,
  backup: BackupReader,
  table: Table & { readonly rows: number },
  onRows: (rows: number) => void,
): Promise<TableChecksum> {
  const sum = createLineSum(table.name);
  async function* counted() {
    for await (const block of backup.rows()) {
      onRows(sum.add(block));
      yield block;
    }
  }
  try {
    // Migrations fill tables that are derived here, but that an older server backs up like all others.
    await client.query(`delete from ${quoted(table.name)}`);
    await pipeline(counted, client.query(from(copyInStatement(table))));
  } catch (error) {
    if (!isDatabaseError(error) || !/^(22|23|42)/.test(error.code)) throw error;
    throw new Failure(`The table ${table.name} of the backup was rejected. PostgreSQL reports: ${error.message}.`, {
      cause: error,
    });
  }
  const read = sum.result();
  requireEqual(table.name, await backup.checksum(), read);
  return read;
}

function requireEqual(table: string, expected: TableChecksum | undefined, found: TableChecksum): void {
  const same = expected?.table === table && expected.rows === found.rows && expected.sha256 === found.sha256;
  if (same) return;
  throw new Failure(
    `The table ${table} does not match the backup's checksum. Nothing was restored; use another backup.`,
  );
}
