import { sql } from 'kysely';
import { aDayAgo, type Purged } from '../../queue/purged.ts';

export const purgedSingleSignOn: Purged = {
  spent: [
    ['sign-in-requests', sql`"expires-on" < ${aDayAgo}`],
    ['sign-in-codes', sql`"expires-on" < ${aDayAgo}`],
  ],
  references: {
    users: [
      ['identities', 'user-id', 'delete'],
      ['sign-in-codes', 'user-id', 'delete'],
    ],
    'sign-in-connections': [
      ['identities', 'account-id', 'delete'],
      ['sign-in-codes', 'account-id', 'delete'],
      ['sign-in-requests', 'account-id', 'delete'],
      ['connection-domains', 'account-id', 'delete'],
      ['connection-roles', 'account-id', 'delete'],
    ],
  },
};
