import { sql } from 'kysely';
import { aDayAgo, type Purged } from '../queue/purged.ts';

export const purgedReplies: Purged = {
  spent: [['idempotency-keys', sql`"created-on" < ${aDayAgo}`]],
  references: {
    users: [['idempotency-keys', 'caller-id', 'delete']],
    'service-accounts': [['idempotency-keys', 'caller-id', 'delete']],
  },
};
