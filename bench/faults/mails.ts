import { setTimeout as sleep } from 'node:timers/promises';
import type { Load } from './load.ts';
import type { Place } from './place.ts';

/**
 * In milliseconds. A failed mail is retried after a minute, a mail whose server died while sending it after five;
 * servers look for both once a minute.
 */
const patience = 400_000;

/** Waits until every recipient has their mail, and returns the recipients without mail. */
export async function unsentMails({ mail }: Place, { invited }: Load): Promise<string[]> {
  for (const end = performance.now() + patience; ; await sleep(500)) {
    const reached = new Set(mail.mails().flatMap(({ recipients }) => recipients));
    const unsent = [...invited].filter((email) => !reached.has(email));
    if (unsent.length === 0 || performance.now() > end) return unsent;
  }
}

/** The number of duplicate mails, which have the same id. */
export function twice({ mail }: Place): number {
  const ids = mail.mails().map(({ headers }) => headers['message-id']);
  return ids.length - new Set(ids).size;
}
