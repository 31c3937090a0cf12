import { resolve } from 'node:path';
import { type Command, count, endAsFailed, formatTime, show, startProgress } from '@keyhold/cli';
import { openDatabase } from '../db/open.ts';
import { describeBrokenLink } from './audit-chains.ts';
import { backUp } from './backup.ts';
import { openBackup } from './backup-reader.ts';
import { type LocalOptions, localConfiguration, onInstallation } from './local-command.ts';
import { record } from './record.ts';
import { restore } from './restore.ts';

export async function runBackup(target: string, options: LocalOptions, command: Command): Promise<void> {
  const backup = await onInstallation(options, async ({ connectionString }, configuration) => {
    const progress = startProgress('Backing up');
    try {
      const made = await backUp(connectionString, resolve(target), progress.update);
      const { file, rows } = made;
      await record(connectionString, configuration, 'adm:BackUp', { file, rows, 'created-on': made['created-on'] });
      return made;
    } finally {
      progress.stop();
    }
  });
  show(
    command,
    backup,
    () =>
      `Backed up ${count(backup.rows, 'row')} of ${count(backup.tables.length, 'table')} to ${backup.file} (${count(Math.ceil(backup.bytes / 1024), 'KiB', 'KiB')}).\nIt holds password hashes and signing keys: keep it as safe as the database itself.`,
  );
}

export async function runRestore(file: string, options: LocalOptions, command: Command): Promise<void> {
  const configuration = localConfiguration(options);
  // Nothing is created for a file that is no backup.
  (await openBackup(resolve(file))).close();
  const name = configuration.databaseUrl ? 'DATABASE_URL' : resolve(configuration.dataDirectory);
  const database = await openDatabase({ ...configuration, log: () => undefined });
  let step = '';
  let progress = startProgress(step);
  try {
    const restored = await restore(database.connectionString, resolve(file), name, (now, done, total) => {
      if (now !== step) progress.stop();
      progress = now === step ? progress : startProgress(now);
      step = now;
      progress.update(done, total);
    });
    progress.stop();
    const { rows, audit } = restored;
    await record(database.connectionString, configuration, 'adm:Restore', {
      rows,
      'created-on': restored['created-on'],
    });
    show(command, restored, () =>
      [
        `Restored ${count(rows, 'row')} of ${count(restored.tables.length, 'table')} into ${name}, as they were at ${formatTime(restored['created-on'])}.`,
        `Every table is as its checksum says; ${count(audit.entries, 'entry', 'entries')} of the audit log of ${count(audit.accounts, 'account')} checked.`,
        ...audit.broken.map((link) => `${describeBrokenLink(link)} It was so in the backup already.`),
      ].join('\n'),
    );
    if (audit.broken.length > 0) endAsFailed();
  } finally {
    progress.stop();
    await database.stop();
  }
}
