import { sql } from 'kysely';
import { type Purged, spent } from '../queue/purged.ts';

/** A user's last invitation stays. No mail is sent before it was created, by which the index finds it. */
const isEnded = sql`("sent-on" < ${spent} or "given-up-on" < ${spent})`;

export const purgedMail: Purged = {
  spent: [['outbox', sql`"user-id" is null and "created-on" < ${spent} and ${isEnded}`]],
  references: {
    users: [['outbox', 'user-id', 'delete']],
  },
};
