import { sql } from 'kysely';
import { aDayAgo, type Purged } from '../../queue/purged.ts';

export const purgedFactors: Purged = {
  spent: [
    ['challenges', sql`"expires-on" < ${aDayAgo}`],
    ['passkey-requests', sql`"expires-on" < ${aDayAgo}`],
  ],
  references: {
    users: [
      ['factors', 'user-id', 'delete'],
      ['challenges', 'user-id', 'delete'],
    ],
  },
};
