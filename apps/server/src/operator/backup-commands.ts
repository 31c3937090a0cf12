import { type Command, headings } from '@keyhold/cli';
import { defineLocalCommand } from './local-command.ts';

type Running = typeof import('./run-backup.ts');
const running = (): Promise<Running> => import('./run-backup.ts');

/** `backup` and `restore`. */
export function addBackups(program: Command): void {
  defineLocalCommand(
    program,
    'backup <target>',
    'Write the whole database into one file (or into a new file in a folder), as it is at one moment. The server may go on working.',
    [
      'keyhold backup /var/backups/keyhold',
      'keyhold backup monday.backup.gz --data ./data',
      'DATABASE_URL=postgresql://… keyhold backup /var/backups/keyhold --json',
    ],
  )
    .helpGroup(headings.installation)
    .action(async (...given: Parameters<Running['runBackup']>) => (await running()).runBackup(...given));
  defineLocalCommand(
    program,
    'restore <file>',
    'Bring a backup back, into an empty data folder or an empty database, and check it.',
    [
      'keyhold restore monday.backup.gz --data ./restored',
      'DATABASE_URL=postgresql://… keyhold restore monday.backup.gz',
    ],
  )
    .helpGroup(headings.installation)
    .action(async (...given: Parameters<Running['runRestore']>) => (await running()).runRestore(...given));
}
