import { sql } from 'kysely';
import { aDayAgo, type Purged } from '../../queue/purged.ts';

export const purgedGrants: Purged = {
  spent: [
    ['authorization-codes', sql`"expires-on" < ${aDayAgo}`],
    ['device-authorizations', sql`"expires-on" < ${aDayAgo}`],
  ],
  references: {
    users: [
      ['authorization-codes', 'user-id', 'delete'],
      ['device-authorizations', 'user-id', 'delete'],
    ],
  },
};
