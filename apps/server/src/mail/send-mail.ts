import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Services } from '../services.ts';
import { type ClaimedMail, claimMail, giveUp, markFailed, markInterrupted, markSent } from './outbox.ts';
import { type MailServer, SendError } from './smtp.ts';

/** The services and settings that sending needs. */
interface MailSending extends Pick<Services, 'db' | 'installation'> {
  readonly log: Logger;
  readonly server: MailServer;
  readonly keepSentMail: boolean;
  /** Whether the link in the text of a mail opens nothing any more. */
  readonly hasEndedLink: (text: string) => Promise<boolean>;
}

/**
 * Sends one mail of the outbox, if it is due and no other node is sending it. A failure is recorded with the mail,
 * which is due again later.
 *
 * @param signal aborted when this server stops
 */
export async function sendMail(
  { log, server, keepSentMail, hasEndedLink, ...services }: MailSending,
  id: string,
  signal: AbortSignal,
): Promise<void> {
  const mail = await claimMail(services.db, id);
  if (!mail) return;
  if (await hasEndedLink(mail.text)) {
    log.info({ mail: id }, 'A mail was given up: its link has ended.');
    return giveUp(services, mail);
  }
  try {
    await server.send(mail, signal);
  } catch (error) {
    if (!(error instanceof SendError)) throw error;
    if (signal.aborted) return markInterrupted(services, mail);
    if (error.isFinal) {
      log.warn({ mail: id, reason: error.message }, 'A mail was refused for good; it is given up.');
      return giveUp(services, mail, error.message);
    }
    log.warn(
      { mail: id, attempts: mail.attempts, reason: error.message },
      'A mail could not be sent; it will be tried again.',
    );
    return markFailed(services, mail, error.message);
  }
  await markSentWithRetry(services, mail, keepSentMail);
  log.info({ mail: id, attempts: mail.attempts }, 'A mail was sent.');
}

/** Delays between attempts to mark a mail as sent, in milliseconds. */
const markingWaits = [500, 1_000, 2_000, 4_000, 8_000];

/** Retries, because a briefly unavailable database must not cause a second sending. */
async function markSentWithRetry(
  services: Pick<Services, 'db' | 'installation'>,
  mail: ClaimedMail,
  keepSentMail: boolean,
): Promise<void> {
  for (const delay of markingWaits) {
    try {
      return await markSent(services, mail, keepSentMail);
    } catch {
      await wait(delay);
    }
  }
  await markSent(services, mail, keepSentMail);
}
