import type { Purged } from '../../queue/purged.ts';

export const purgedAccounts: Purged = {
  references: {
    users: [['accounts', 'owner-id', 'clear']],
  },
};
