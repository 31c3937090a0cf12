import { type Expression, sql } from 'kysely';
import type { Caller } from '../access/actor.ts';
import { audit } from '../audit/audit.ts';
import { type Database, inTransaction } from '../db/database.ts';
import { clock } from '../db/expressions.ts';
import { rnOf } from '../installation.ts';
import type { Backup } from './backup.ts';

/**
 * Records that a backup was made, for the metrics and the doctor, and in the provider's audit log.
 *
 * @param details further fields for the audit log, such as the user who ran the command
 */
export function noteBackup(
  db: Database,
  by: Caller,
  { file, rows, 'created-on': createdOn }: Pick<Backup, 'file' | 'rows' | 'created-on'>,
  details: Readonly<Record<string, string>> = {},
): Promise<void> {
  const madeOn = sql<Date>`${createdOn}::timestamptz`;
  return note(
    db,
    by,
    { 'backup-made-on': madeOn, 'backup-file': file },
    { file, rows, 'created-on': createdOn, ...details },
  );
}

/** Records that another program, such as pgBackRest, has backed up the database now: it counts like a backup with a file. */
export function noteOtherBackup(db: Database, by: Caller, details: Readonly<Record<string, string>>): Promise<void> {
  return note(db, by, { 'backup-made-on': clock, 'backup-file': null }, details);
}

function note(
  db: Database,
  by: Caller,
  made: { 'backup-made-on': Expression<Date>; 'backup-file': string | null },
  after: Readonly<Record<string, unknown>>,
): Promise<void> {
  const account = by.installation.providerAccountId;
  const resource = rnOf(by.installation, account, 'account', account);
  return inTransaction(db, { account }, async (tx) => {
    // A database that is backed up before its upgrade may lack the table, which a migration fills from the audit log.
    const kept = await sql<{ kept: boolean }>`select to_regclass('upkeep') is not null as kept`.execute(tx);
    if (kept.rows[0]?.kept) {
      await tx
        .updateTable('upkeep')
        .set({ ...made, 'backup-error': null })
        .execute();
    }
    await audit(tx, by, { action: 'adm:BackUp', resource, after });
  });
}
