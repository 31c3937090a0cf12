import { resolve } from 'node:path';
import { Failure } from '@keyhold/cli';
import { sql } from 'kysely';
import type pg from 'pg';
import { serverCaller } from '../access/actor.ts';
import { inTransaction } from '../db/database.ts';
import { ago, clock } from '../db/expressions.ts';
import { withClient } from '../db/open/owner-client.ts';
import { queryRow } from '../db/open/query-row.ts';
import type { Services } from '../services.ts';
import { backUp } from './backup.ts';
import { removeOldBackups, requireFolder } from './backup-files.ts';
import { noteBackup } from './note-backup.ts';

/** The server's own backups. */
export interface BackupSchedule {
  readonly folder: string;
  /** Hours from one backup to the next. */
  readonly hours: number;
  /** Backups that stay in the folder. */
  readonly keep: number;
}

/** The wait after a failed attempt. */
const retryAfter = { mins: 10 };
const unexplained = 'The backup could not be made. The log of the server says why.';

/**
 * Makes a backup if the newest one is old enough, on one of the calling nodes, then removes the oldest ones. A failure
 * is recorded for the metrics and the doctor, and retried later.
 *
 * @param connectionString of the tables' owner, without a pooler
 */
export async function backUpWhenDue(
  services: Pick<Services, 'db' | 'installation' | 'log'>,
  connectionString: string,
  schedule: BackupSchedule,
  signal: AbortSignal,
): Promise<void> {
  if (!(await isDue(services, schedule))) return;
  const folder = resolve(schedule.folder);
  await withClient(connectionString, async (client) => {
    // The lock is released with the connection, so that no dead node holds it.
    if (!(await takeTurn(client)) || !(await isDue(services, schedule))) return;
    await note(services, { 'backup-tried-on': clock });
    try {
      await requireFolder(folder);
      const backup = await backUp(connectionString, folder, { signal });
      await noteBackup(services.db, serverCaller(services.installation), backup);
    } catch (error) {
      // A stopping server is not a failure: it, or another server, starts over.
      if (signal.aborted && !isDeadline(signal)) return note(services, { 'backup-tried-on': null });
      await note(services, { 'backup-error': error instanceof Failure ? error.message : unexplained });
      throw error;
    }
    await removeOldBackups(folder, schedule.keep);
  });
}

async function isDue({ db }: Pick<Services, 'db'>, { hours }: BackupSchedule): Promise<boolean> {
  const row = await inTransaction(db, 'every account', (tx) =>
    tx
      .selectFrom('upkeep')
      .select(
        sql<boolean>`coalesce("backup-made-on" <= ${ago({ hours })}, true)
          and coalesce("backup-tried-on" <= ${ago(retryAfter)}, true)`.as('due'),
      )
      .executeTakeFirstOrThrow(),
  );
  return row.due;
}

function isDeadline({ reason }: AbortSignal): boolean {
  return reason instanceof Error && reason.name === 'TimeoutError';
}

async function takeTurn(client: pg.Client): Promise<boolean> {
  const { taken } = await queryRow<{ taken: boolean }>(
    client,
    "select pg_try_advisory_lock(hashtext('keyhold backup')) as taken",
  );
  return taken;
}

async function note(
  { db }: Pick<Services, 'db'>,
  values: { 'backup-tried-on': typeof clock | null } | { 'backup-error': string },
): Promise<void> {
  await inTransaction(db, 'every account', (tx) => tx.updateTable('upkeep').set(values).execute());
}
