import { setTimeout as sleep } from 'node:timers/promises';
import type { Load } from './load.ts';
import type { Place } from './place.ts';

/** A mail that failed is tried again after a minute; one whose server died over it after five, each looked for once a minute. In milliseconds. */
const patience = 400_000;

/** Waits until every recipient has their mail, and returns those who have not. */
export async function unsentMails({ mail }: Place, { invited }: Load): Promise<string[]> {
  for (const end = performance.now() + patience; ; await sleep(500)) {
    const reached = new Set(mail.mails().flatMap(({ recipients }) => recipients));
    const unsent = [...invited].filter((email) => !reached.has(email));
    if (unsent.length === 0 || performance.now() > end) return unsent;
  }
}

/** How many mails came again: they bear the same id. */
export function twice({ mail }: Place): number {
  const ids = mail.mails().map(({ headers }) => headers['message-id']);
  return ids.length - new Set(ids).size;
}
