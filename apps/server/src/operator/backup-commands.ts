import { type Command, headings } from '@keyhold/cli';
import { defineLocalCommand } from './local-command.ts';

type Running = typeof import('./run-backup.ts');
const running = (): Promise<Running> => import('./run-backup.ts');

/** `backup`, `backup verify`, `backup note` and `restore`. */
export function addBackups(program: Command): void {
  const backup = defineLocalCommand(
    program,
    'backup <target>',
    'Write a consistent snapshot of the whole database to a file, or to a new file in a folder. The server may keep running.',
    [
      'keyhold backup /var/backups/keyhold',
      'keyhold backup monday.backup.gz --data ./data',
      'DATABASE_URL=postgresql://… keyhold backup /var/backups/keyhold --json',
    ],
  )
    .helpGroup(headings.installation)
    .action(async (...given: Parameters<Running['runBackup']>) => (await running()).runBackup(...given));
  defineLocalCommand(
    backup,
    'verify [file]',
    'Verify a backup: restore it into a scratch database, check it, and drop that database. The backup is the given file, the newest one in the given folder, or the newest one in KEYHOLD_BACKUP_DIR.',
    [
      'keyhold backup verify',
      'keyhold backup verify /var/backups/keyhold --data ./data',
      'keyhold backup verify monday.backup.gz --json',
    ],
  ).action(async (...given: Parameters<Running['runVerify']>) => (await running()).runVerify(...given));
  defineLocalCommand(
    backup,
    'note <program>',
    'Record that another program, such as pgBackRest, has just backed up the whole database. It counts as the newest backup: for doctor, the metrics, and the schedule of KEYHOLD_BACKUP_DIR.',
    ['keyhold backup note pgBackRest'],
  ).action(async (...given: Parameters<Running['runNote']>) => (await running()).runNote(...given));
  defineLocalCommand(
    program,
    'restore <file>',
    'Restore a backup into an empty data folder or an empty database, and check it.',
    [
      'keyhold restore monday.backup.gz --data ./restored',
      'DATABASE_URL=postgresql://… keyhold restore monday.backup.gz',
    ],
  )
    .helpGroup(headings.installation)
    .action(async (...given: Parameters<Running['runRestore']>) => (await running()).runRestore(...given));
}
