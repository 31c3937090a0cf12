import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { createTransport } from 'nodemailer';
import { connect, type Database } from '../../db/database.ts';
import { errorCode } from '../../error-code.ts';
import { mailState } from '../../mail/state.ts';
import type { Configuration } from '../../start/configuration.ts';
import { credentialsFile } from '../../start/demo.ts';
import { type Finding, good, warning, wrong } from './finding.ts';

const timeout = 10_000;

/** Checks whether the mail server accepts the connection and the credentials; no mail is sent. */
export async function checkMailServer({ smtpUrl }: Pick<Configuration, 'smtpUrl'>): Promise<readonly Finding[]> {
  if (smtpUrl === undefined) return [];
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: timeout,
    greetingTimeout: timeout,
    dnsTimeout: timeout,
    socketTimeout: timeout,
  });
  const { host } = new URL(smtpUrl);
  try {
    await transport.verify();
    return [good('mail-server', `The mail server at ${host} is reachable.`)];
  } catch (error) {
    // Only the error code, because a server may quote the password.
    const code = errorCode(error) ?? 'no reason given';
    const reasons: Record<string, string> = {
      EAUTH: 'rejects the user name or password in SMTP_URL. Correct them',
      EDNS: 'cannot be found. Correct the host in SMTP_URL',
      ETIMEDOUT: 'does not answer in time. Correct host and port in SMTP_URL, or allow connections to it',
      ETLS: 'cannot be used with TLS from here. Correct SMTP_URL (smtp: or smtps:), or the certificate of the server',
    };
    const reason = reasons[code] ?? `cannot be used (${code}). Correct SMTP_URL, or start the mail server`;
    return [wrong('mail-server', `The mail server at ${host} ${reason}.`)];
  } finally {
    transport.close();
  }
}

/** Reports unsent mail. In a demo without a mail server this is intended: its mailbox shows the mail. */
export async function checkWaitingMail(
  connectionString: string,
  { smtpUrl, demo, dataDirectory }: Pick<Configuration, 'smtpUrl' | 'demo' | 'dataDirectory'>,
): Promise<readonly Finding[]> {
  if (smtpUrl === undefined && demo && existsSync(join(dataDirectory, credentialsFile))) {
    return [good('mail', 'This is a demo: mail is not sent, but shown at /dev/mailbox.')];
  }
  const db = connect(connectionString, 1);
  try {
    if (!(await countsRefusedMails(db)))
      return [warning('mail', 'Mails are not counted before the schema is migrated.')];
    const { waiting, warning: sentence } = await mailState(db, { smtpUrl });
    if (sentence !== null) return [warning('mail', sentence)];
    return [good('mail', waiting === 0 ? 'No mail is queued.' : `Mails queued for delivery: ${waiting}.`)];
  } finally {
    await db.destroy();
  }
}

/** Whether the schema has what this version counts: the doctor also examines a database before its upgrade. */
async function countsRefusedMails(db: Database): Promise<boolean> {
  const { rows } = await sql`select from pg_attribute
    where attrelid = 'outbox'::regclass and attname = 'given-up-on'`.execute(db);
  return rows.length > 0;
}
