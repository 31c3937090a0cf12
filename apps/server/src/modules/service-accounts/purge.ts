import { sql } from 'kysely';
import { type Purged, spent } from '../../queue/purged.ts';

export const purgedTokens: Purged = {
  spent: [['service-account-tokens', sql`"expires-on" < ${spent}`]],
  references: {
    users: [['service-account-tokens', 'maker-id', 'clear']],
    'service-accounts': [
      ['service-account-tokens', 'service-account-id', 'delete'],
      ['service-account-roles', 'service-account-id', 'delete'],
    ],
  },
};
