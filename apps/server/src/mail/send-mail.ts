import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Database } from '../db/database.ts';
import { type ClaimedMail, claimMail, giveUp, hasEndedLink, markFailed, markInterrupted, markSent } from './outbox.ts';
import { type MailServer, SendError } from './smtp.ts';

/** The services and settings that sending needs. */
interface MailSending {
  readonly db: Database;
  readonly log: Logger;
  readonly server: MailServer;
  readonly keepSentMail: boolean;
}

/**
 * Sends one mail of the outbox, if it is due and no other node is sending it. A failure is recorded with the mail,
 * which is due again later.
 *
 * @param signal aborted when this server stops
 */
export async function sendMail(
  { db, log, server, keepSentMail }: MailSending,
  id: string,
  signal: AbortSignal,
): Promise<void> {
  const mail = await claimMail(db, id);
  if (!mail) return;
  if (await hasEndedLink(db, mail)) {
    log.info({ mail: id }, 'A mail was given up: its link has ended.');
    return giveUp(db, mail, 'The link of this mail has ended.');
  }
  try {
    await server.send(mail, signal);
  } catch (error) {
    if (!(error instanceof SendError)) throw error;
    if (signal.aborted) return markInterrupted(db, mail);
    if (error.isFinal) {
      log.warn({ mail: id, reason: error.message }, 'A mail was refused for good; it is given up.');
      return giveUp(db, mail, error.message);
    }
    log.warn(
      { mail: id, attempts: mail.attempts, reason: error.message },
      'A mail could not be sent; it will be tried again.',
    );
    return markFailed(db, mail, error.message);
  }
  await markSentWithRetry(db, mail, keepSentMail);
  log.info({ mail: id, attempts: mail.attempts }, 'A mail was sent.');
}

/** Delays between attempts to mark a mail as sent, in milliseconds. */
const markingWaits = [500, 1_000, 2_000, 4_000, 8_000];

/** Retries, because a briefly unavailable database must not cause a second sending. */
async function markSentWithRetry(db: Database, mail: ClaimedMail, keepSentMail: boolean): Promise<void> {
  for (const delay of markingWaits) {
    try {
      return await markSent(db, mail, keepSentMail);
    } catch {
      await wait(delay);
    }
  }
  await markSent(db, mail, keepSentMail);
}
