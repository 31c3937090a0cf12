import { sql } from 'kysely';
import type { Caller } from '../access/actor.ts';
import { audit } from '../audit/audit.ts';
import { type Database, inTransaction } from '../db/database.ts';
import { rnOf } from '../installation.ts';
import type { Backup } from './backup.ts';

/**
 * Records that a backup was made, for the metrics and the doctor, and in the provider's audit log.
 *
 * @param details further fields for the audit log, such as the user who ran the command
 */
export async function noteBackup(
  db: Database,
  by: Caller,
  backup: Pick<Backup, 'file' | 'rows' | 'created-on'>,
  details: Readonly<Record<string, string>> = {},
): Promise<void> {
  const { file, rows, 'created-on': createdOn } = backup;
  const account = by.installation.providerAccountId;
  const resource = rnOf(by.installation, account, 'account', account);
  await inTransaction(db, { account }, async (tx) => {
    // A database that is backed up before its upgrade may lack the table, which a migration fills from the audit log.
    const kept = await sql<{ kept: boolean }>`select to_regclass('upkeep') is not null as kept`.execute(tx);
    if (kept.rows[0]?.kept) {
      await tx
        .updateTable('upkeep')
        .set({
          'backup-made-on': sql<Date>`${createdOn}::timestamptz`,
          'backup-file': file,
          'backup-error': null,
        })
        .execute();
    }
    await audit(tx, by, { action: 'adm:BackUp', resource, after: { file, rows, 'created-on': createdOn, ...details } });
  });
}
