import { isMigrated } from '../db/migrations/migrate.ts';
import { mailState } from '../mail/state.ts';
import type { Services } from '../services.ts';

/** Whether a server can do its work, as /readyz answers it. */
export interface Readiness {
  readonly ready: boolean;
  /** `ready`, or a sentence that says what is missing. */
  readonly status: string;
  /** A sentence when mail does not leave as it should. */
  readonly mail?: string;
}

/** @param mail how mail leaves this server; null where the mailbox of a demo shows it */
export async function readReadiness(
  { db, draining, log }: Pick<Services, 'db' | 'draining' | 'log'>,
  mail: { readonly smtpUrl: string | undefined } | null,
): Promise<Readiness> {
  if (draining.aborted) return { ready: false, status: 'This server is stopping.' };
  try {
    if (!(await isMigrated(db))) {
      return { ready: false, status: 'The database is not at the schema of this version. Start the server again.' };
    }
    const warning = mail && (await mailState(db, mail)).warning;
    return { ready: true, status: 'ready', ...(warning ? { mail: warning } : {}) };
  } catch (error) {
    log.warn({ err: error }, 'The database cannot be reached.');
    return { ready: false, status: 'The database cannot be reached.' };
  }
}
