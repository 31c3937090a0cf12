import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { connect } from '../../db/database.ts';
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
    return [good('mail-server', `The mail server at ${host} answers.`)];
  } catch (error) {
    // Only the error code, because a server may quote the password.
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'no reason given';
    const reasons: Record<string, string> = {
      EAUTH: 'refuses the user name or password of SMTP_URL. Correct them',
      EDNS: 'cannot be found. Correct the host in SMTP_URL',
      ETIMEDOUT: 'does not answer in time. Correct host and port in SMTP_URL, or open the way to it',
      ETLS: 'and this machine do not agree on TLS. Correct SMTP_URL (smtp: or smtps:), or its certificate',
    };
    const reason = reasons[code] ?? `cannot be used (${code}). Correct SMTP_URL, or start that server`;
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
    return [good('mail', 'This is a demo: no mail is sent, and /dev/mailbox shows what would be.')];
  }
  const db = connect(connectionString, 1);
  try {
    const { waiting, warning: sentence } = await mailState(db, { smtpUrl });
    if (sentence !== null) return [warning('mail', sentence)];
    return [good('mail', waiting === 0 ? 'No mail waits.' : `${waiting} mails are on their way.`)];
  } finally {
    await db.destroy();
  }
}
