import { sql } from 'kysely';
import { aDayAgo, type Purged } from '../../queue/purged.ts';

/** Messages end with their lease. */
const isFree = sql`not exists (select from licenses where licenses."lease-id" = "lease-messages"."lease-id")`;

export const purgedLeases: Purged = {
  spent: [['lease-messages', sql`"created-on" < ${aDayAgo} and ${isFree}`]],
  references: {
    users: [['licenses', 'previous-holder-id', 'clear']],
  },
};
