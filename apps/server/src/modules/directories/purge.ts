import { sql } from 'kysely';
import { ago } from '../../db/expressions.ts';
import type { Purged } from '../../queue/purged.ts';

export const purgedDirectories: Purged = {
  spent: [['directory-failures', sql`"on" < ${ago({ days: 30 })}`]],
  references: {
    'service-accounts': [
      ['users', 'directory-id', 'clear'],
      ['tags', 'directory-id', 'clear'],
      ['directory-failures', 'directory-id', 'delete'],
    ],
  },
};
