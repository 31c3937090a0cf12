import { endedOrExpired, type Purged } from '../../queue/purged.ts';

export const purgedSessions: Purged = {
  spent: [['sessions', endedOrExpired]],
  references: {
    users: [['sessions', 'user-id', 'delete']],
  },
};
