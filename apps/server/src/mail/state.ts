import { type Database, inTransaction } from '../db/database.ts';
import type { MailSettings } from './settings.ts';

/** The state of mail, as operators see it. */
interface MailState {
  /** Mails that have not been sent yet. */
  readonly waiting: number;
  /** A sentence when mail is not sent as it should be, else null. */
  readonly warning: string | null;
}

/** Returns how many mails wait, and a warning when mail is not sent. */
export async function mailState(db: Database, { smtpUrl }: Pick<MailSettings, 'smtpUrl'>): Promise<MailState> {
  const { waiting, failing } = await inTransaction(db, 'every account', (tx) =>
    tx
      .selectFrom('outbox')
      .select(({ fn }) => [fn.countAll<number>().as('waiting'), fn.count<number>('last-error').as('failing')])
      .where('sent-on', 'is', null)
      .where('given-up-on', 'is', null)
      .executeTakeFirstOrThrow(),
  );
  if (smtpUrl === undefined) {
    const mails = waiting === 0 ? 'mail waits' : waiting === 1 ? '1 mail waits' : `${waiting} mails wait`;
    return {
      waiting,
      warning: `No mail is sent, because SMTP_URL is not set: ${mails} until the server is started with it.`,
    };
  }
  if (failing === 0) return { waiting, warning: null };
  const mails = failing === 1 ? '1 mail' : `${failing} mails`;
  return {
    waiting,
    warning: `${mails} could not be sent by the mail server at SMTP_URL so far; this server keeps trying.`,
  };
}
