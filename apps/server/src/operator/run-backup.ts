import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type Command, count, endAsFailed, Failure, formatTime, show, startProgress } from '@keyhold/cli';
import { type AuditCheck, describeBrokenLink } from '../audit/audit-chains.ts';
import { backUp } from '../backups/backup.ts';
import { newestBackup } from '../backups/backup-files.ts';
import { openBackup } from '../backups/backup-reader.ts';
import { noteBackup, noteOtherBackup } from '../backups/note-backup.ts';
import { type RestoreProgress, restore } from '../backups/restore.ts';
import { verifyBackup } from '../backups/verify-backup.ts';
import { openDatabase } from '../db/open/open.ts';
import { withClient } from '../db/open/owner-client.ts';
import { checkSecrets } from './doctor/secrets.ts';
import { type LocalOptions, localConfiguration, withInstallation } from './local-command.ts';
import { asOperator, operatorName } from './operator-caller.ts';
import { record } from './record.ts';

/** Longest name of a program that makes backups, in characters. */
const longestName = 100;

export async function runBackup(target: string, options: LocalOptions, command: Command): Promise<void> {
  const backup = await withInstallation(options, async ({ connectionString }, configuration) => {
    const progress = startProgress('Backing up');
    try {
      const made = await backUp(connectionString, resolve(target), { onProgress: progress.update });
      await asOperator(connectionString, configuration, (db, caller) =>
        noteBackup(db, caller, made, { operator: operatorName() }),
      );
      return made;
    } finally {
      progress.stop();
    }
  });
  show(
    command,
    backup,
    () =>
      `Backed up ${count(backup.rows, 'row')} of ${count(backup.tables.length, 'table')} to ${backup.file} (${count(Math.ceil(backup.bytes / 1024), 'KiB', 'KiB')}).\nIt contains password hashes: keep it as safe as the database itself.`,
  );
}

export async function runRestore(file: string, options: LocalOptions, command: Command): Promise<void> {
  const configuration = localConfiguration(options);
  // Check the file first, so that an invalid one creates nothing.
  (await openBackup(resolve(file))).close();
  const name = configuration.databaseUrl ? 'DATABASE_URL' : resolve(configuration.dataDirectory);
  const database = await openDatabase({ ...configuration, log: () => undefined });
  const progress = startSteps();
  try {
    const restored = await restore(database.directConnectionString, resolve(file), name, progress.update);
    progress.stop();
    const { rows, audit } = restored;
    await record(database.directConnectionString, configuration, 'adm:Restore', {
      rows,
      'created-on': restored['created-on'],
    });
    const secrets = await withClient(database.directConnectionString, (client) => checkSecrets(client, configuration));
    show(command, restored, () =>
      [
        `Restored ${count(rows, 'row')} of ${count(restored.tables.length, 'table')} into ${name}, as they were at ${formatTime(restored['created-on'])}.`,
        ...describeChecks(audit),
        ...secrets.filter(({ state }) => state !== 'good').map(({ message }) => message),
      ].join('\n'),
    );
    if (audit.broken.length > 0) endAsFailed();
  } finally {
    progress.stop();
    await database.stop();
  }
}

export async function runVerify(given: string | undefined, _options: object, command: Command): Promise<void> {
  // `--data` is also an option of the parent command `backup`, which parses it.
  const options = command.optsWithGlobals<LocalOptions>();
  const progress = startSteps();
  const verified = await withInstallation(options, async ({ connectionString }, { backups }) => {
    const file = await backupToVerify(given ?? backups?.folder);
    return { file, ...(await verifyBackup(connectionString, file, progress.update)) };
  }).finally(progress.stop);
  const { file, rows, tables, audit } = verified;
  show(command, verified, () =>
    [
      `${file} can be restored: ${count(rows, 'row')} of ${count(tables.length, 'table')}, as they were at ${formatTime(verified['created-on'])}.`,
      ...describeChecks(audit),
      'The scratch database was dropped.',
    ].join('\n'),
  );
  if (audit.broken.length > 0) endAsFailed();
}

export async function runNote(program: string, _options: object, command: Command): Promise<void> {
  if (program === '' || program.length > longestName) {
    throw new Failure(`Name the program that made the backup, in at most ${longestName} characters.`);
  }
  await withInstallation(command.optsWithGlobals<LocalOptions>(), ({ connectionString }, configuration) =>
    asOperator(connectionString, configuration, (db, caller) =>
      noteOtherBackup(db, caller, { program, operator: operatorName() }),
    ),
  );
  show(command, { program }, () => `The backup by ${program} is recorded as the newest one.`);
}

/** Returns the given file, or the newest backup in the given folder. */
async function backupToVerify(given: string | undefined): Promise<string> {
  if (given === undefined) {
    throw new Failure(
      'Specify a backup or a folder of backups, or set KEYHOLD_BACKUP_DIR to the folder of the server’s backups.',
    );
  }
  const path = resolve(given);
  const found = await stat(path).catch(() => null);
  return found?.isDirectory() ? newestBackup(path) : path;
}

function describeChecks({ entries, accounts, broken }: AuditCheck): string[] {
  return [
    `All table checksums match. Checked ${count(entries, 'entry', 'entries')} of the audit log of ${count(accounts, 'account')}.`,
    ...broken.map((link) => `${describeBrokenLink(link)} The backup already contained this break.`),
  ];
}

/** Displays the progress of a restore, one line for each step. */
function startSteps(): { readonly update: RestoreProgress; stop(): void } {
  let step = '';
  let progress = startProgress(step);
  return {
    update(now, done, total) {
      if (now !== step) {
        progress.stop();
        progress = startProgress(now);
        step = now;
      }
      progress.update(done, total);
    },
    stop: () => progress.stop(),
  };
}
