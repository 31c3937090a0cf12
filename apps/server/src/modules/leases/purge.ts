import { sql } from 'kysely';
import { ago } from '../../db/expressions.ts';
import { aDayAgo, type Purged } from '../../queue/purged.ts';

/** Messages end with their lease. */
const isFree = sql`not exists (select from licenses where licenses."lease-id" = "lease-messages"."lease-id")`;

/** How long it is known who has waited, for usage. */
const waited = ago({ days: 400 });

export const purgedLeases: Purged = {
  spent: [
    ['lease-messages', sql`"created-on" < ${aDayAgo} and ${isFree}`],
    ['waiters', sql`"ended-on" < ${waited}`],
    ['seat-asks', sql`"asked-on" < ${aDayAgo}`],
  ],
  references: {
    users: [
      ['licenses', 'previous-holder-id', 'clear'],
      ['waiters', 'user-id', 'delete'],
    ],
    'service-accounts': [['waiters', 'user-id', 'delete']],
  },
};
