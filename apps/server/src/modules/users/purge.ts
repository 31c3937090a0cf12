import { endedOrExpired, type Purged } from '../../queue/purged.ts';

export const purgedUsers: Purged = {
  spent: [['email-confirmations', endedOrExpired]],
  references: {
    users: [
      ['user-roles', 'user-id', 'delete'],
      ['user-tags', 'user-id', 'delete'],
      ['email-confirmations', 'user-id', 'delete'],
    ],
    tags: [['user-tags', 'tag-id', 'delete']],
  },
};
