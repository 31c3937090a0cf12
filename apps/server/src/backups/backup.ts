import { createWriteStream } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { Failure } from '@keyhold/cli';
import type pg from 'pg';
import { to } from 'pg-copy-streams';
import { inOneTransaction, withClient } from '../db/open/owner-client.ts';
import { queryRow } from '../db/open/query-row.ts';
import { isErrorCode } from '../error-code.ts';
import { version } from '../version.ts';
import { backupName, unfinishedName } from './backup-files.ts';
import { type BackupHeader, endOfRows, newHeader, type TableChecksum } from './backup-format.ts';
import { fileFailure } from './file-failure.ts';
import { createLineSum } from './table-checksum.ts';
import { appliedMigrations, copyOutStatement, countRows, listTables } from './tables.ts';

/** The contents of a backup. */
export interface Backup {
  readonly file: string;
  readonly bytes: number;
  readonly rows: number;
  readonly 'created-on': string;
  readonly schema: string;
  readonly tables: readonly TableChecksum[];
}

interface BackupOptions {
  /** Called with the number of rows written. */
  readonly onProgress?: (done: number, total: number) => void;
  /** Aborts the backup. */
  readonly signal?: AbortSignal;
}

/**
 * Writes a snapshot of the database into one file while the server keeps running. The file gets its name once it is
 * complete, and only its owner may read it: it contains password hashes and signing keys.
 *
 * @param target the file, or a folder in which the file is named by the time
 * @throws {Failure} when the file exists, or cannot be written.
 * @throws {unknown} the reason of the signal, or the connection's error, when the backup is aborted.
 */
export async function backUp(
  connectionString: string,
  target: string,
  { onProgress = () => undefined, signal }: BackupOptions = {},
): Promise<Backup> {
  return withClient(connectionString, (client) => {
    // Only closing the connection ends a running COPY.
    signal?.addEventListener('abort', () => void client.end().catch(() => undefined), { once: true });
    signal?.throwIfAborted();
    return inOneTransaction(client, 'read', async () => {
      const header = await readHeader(client);
      const file = await fileOf(target, header['created-on']);
      const tables = await write(client, header, file, onProgress);
      const rows = header.tables.reduce((sum, table) => sum + table.rows, 0);
      const { size } = await stat(file);
      const schema = header.schema.at(-1) ?? '';
      return { file, bytes: size, rows, 'created-on': header['created-on'], schema, tables };
    });
  });
}

async function readHeader(client: pg.Client): Promise<BackupHeader> {
  const { now } = await queryRow<{ now: Date }>(client, 'select now()');
  const schema = await appliedMigrations(client);
  if (schema.length === 0)
    throw new Failure('There is nothing to back up: this database has no tables of Keyhold yet.');
  const tables = [];
  for (const table of await listTables(client)) tables.push({ ...table, rows: await countRows(client, table) });
  return newHeader({
    'created-on': now.toISOString(),
    version,
    schema: [...schema],
    tables: tables.map(({ name, columns, rows: count }) => ({ name, columns: [...columns], rows: count })),
  });
}

async function fileOf(target: string, createdOn: string): Promise<string> {
  const found = await stat(target).catch(() => null);
  const file = found?.isDirectory() ? join(target, backupName(createdOn)) : target;
  const taken = found?.isDirectory() ? await stat(file).catch(() => null) : found;
  if (taken) throw new Failure(`${file} exists already. Choose another name; a backup never overwrites a file.`);
  return file;
}

async function write(
  client: pg.Client,
  header: BackupHeader,
  file: string,
  onProgress: (done: number, total: number) => void,
): Promise<readonly TableChecksum[]> {
  const unfinished = unfinishedName(file);
  const checksums: TableChecksum[] = [];
  try {
    await pipeline(
      archive(client, header, checksums, onProgress),
      createGzip(),
      createWriteStream(unfinished, { mode: 0o600, flags: 'wx' }),
    );
    await makeDurable(unfinished);
    await rename(unfinished, file);
  } catch (error) {
    // A COPY that nobody reads any more would never end: its connection must.
    await client.end().catch(() => undefined);
    // Keeps the file of another attempt. A failed removal is ignored, because the first error is more useful.
    if (!isErrorCode(error, 'EEXIST')) await rm(unfinished, { force: true }).catch(() => undefined);
    throw folderFailure(error, dirname(file)) ?? fileFailure(error, unfinished);
  }
  return checksums;
}

/** Returns the reason why a file cannot be created in a folder; null for any other error. */
function folderFailure(error: unknown, folder: string): Failure | null {
  if (isErrorCode(error, 'ENOENT'))
    return new Failure(`There is no folder ${folder}. Create it first, or choose another one.`);
  if (isErrorCode(error, 'ENOTDIR')) return new Failure(`${folder} is a file. Name a folder, or a new file in one.`);
  if (isErrorCode(error, 'EACCES', 'EPERM', 'EROFS')) {
    return new Failure(
      `This user may not write into ${folder}. Choose another folder, or have it opened to this user.`,
    );
  }
  return null;
}

async function* archive(
  client: pg.Client,
  header: BackupHeader,
  checksums: TableChecksum[],
  onProgress: (done: number, total: number) => void,
): AsyncGenerator<string | Buffer> {
  const total = header.tables.reduce((sum, table) => sum + table.rows, 0);
  let before = 0;
  yield `${JSON.stringify(header)}\n`;
  for (const table of header.tables) {
    const sum = createLineSum(table.name);
    for await (const chunk of client.query(to(await copyOutStatement(client, table)))) {
      onProgress(before + sum.add(chunk as Buffer), total);
      yield chunk as Buffer;
    }
    const checksum = sum.result();
    checksums.push(checksum);
    before += checksum.rows;
    yield `${endOfRows}${JSON.stringify(checksum)}\n`;
  }
  yield `${JSON.stringify({ end: true })}\n`;
}

async function makeDurable(file: string): Promise<void> {
  const handle = await open(file, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
