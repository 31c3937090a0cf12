import { checkAuditLogs } from '../audit/check-audit-logs.ts';
import type { BackupSchedule } from '../backups/scheduled-backup.ts';
import { inTransaction } from '../db/database.ts';
import { readCertificateEnd } from '../network/read-certificate-end.ts';
import type { Services } from '../services.ts';
import type { Job } from './job.ts';

export interface UpkeepSettings {
  /** The public address of the console. */
  readonly publicUrl?: string;
  /** The address of the database without a pooler, as the owner of its tables. */
  readonly connectionString: string;
  /** The schedule of the server's own backups; none without it. */
  readonly backups?: BackupSchedule | undefined;
}

/** Jobs that record the state of backups, audit logs and the certificate in the table `upkeep`, for the metrics. */
export function upkeepJobs(
  services: Pick<Services, 'db' | 'log' | 'installation'>,
  settings: UpkeepSettings,
): readonly Job[] {
  const { db, log } = services;
  const { connectionString, publicUrl } = settings;
  return [
    ...backupJob(services, settings),
    // Checks whether an audit log was tampered with.
    {
      name: 'check-audit-logs',
      runs: 'from the queue',
      worker: 'upkeep',
      every: { atMinute: 52 },
      deadline: 3_600,
      run: ({ signal }) => checkAuditLogs(connectionString, log, signal),
    },
    // Reads the end of the proxy's certificate.
    {
      name: 'read-certificate',
      runs: 'from the queue',
      worker: 'upkeep',
      every: { atMinute: 33 },
      deadline: 30,
      run: async () => {
        const end = publicUrl === undefined ? null : await readCertificateEnd(publicUrl);
        await inTransaction(db, 'every account', (tx) =>
          tx.updateTable('upkeep').set({ 'certificate-ends-on': end }).execute(),
        );
      },
    },
  ];
}

/** The backup job: each node with a backup folder runs it; the nodes take turns. */
function backupJob(
  services: Pick<Services, 'db' | 'log' | 'installation'>,
  { backups, connectionString }: UpkeepSettings,
): readonly Job[] {
  if (backups === undefined) return [];
  return [
    {
      name: 'make-backup',
      runs: 'on each node',
      every: { seconds: 60 },
      deadline: 21_600,
      run: async ({ signal }) => {
        const { backUpWhenDue } = await import('../backups/scheduled-backup.ts');
        await backUpWhenDue(services, connectionString, backups, signal);
      },
    },
  ];
}
