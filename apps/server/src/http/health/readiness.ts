import { sql } from 'kysely';
import { isMigrated } from '../../db/migrations/migrate.ts';
import { mailState } from '../../mail/state.ts';
import type { Services } from '../../services.ts';

/** Whether a server is ready, as returned by /readyz. */
interface Readiness {
  readonly ready: boolean;
  /** `ready`, or a sentence that names what is missing. */
  readonly status: string;
  /** A sentence if mail is not sent as it should be. */
  readonly mail?: string;
}

/** @param mail how this server sends mail; null where the mailbox of a demo shows it */
export async function readReadiness(
  { db, draining, log }: Pick<Services, 'db' | 'draining' | 'log'>,
  mail: { readonly smtpUrl: string | undefined } | null,
): Promise<Readiness> {
  if (draining.aborted) return { ready: false, status: 'This server is stopping.' };
  try {
    if (!(await isMigrated(db))) {
      return { ready: false, status: 'The database is not at the schema of this version. Start the server again.' };
    }
    if (await isReadOnly(db)) {
      return { ready: false, status: 'The database accepts no changes: it is a read-only standby.' };
    }
    const warning = mail && (await mailState(db, mail)).warning;
    return { ready: true, status: 'ready', ...(warning ? { mail: warning } : {}) };
  } catch (error) {
    log.warn({ err: error }, 'The database cannot be reached.');
    return { ready: false, status: 'The database cannot be reached.' };
  }
}

/** Whether the database is no primary any more, or an administrator has made it read-only. */
async function isReadOnly(db: Services['db']): Promise<boolean> {
  const { rows } = await sql<{ setting: string }>`
    select current_setting('transaction_read_only') as setting`.execute(db);
  return rows[0]?.setting === 'on';
}
