import type { Purged } from '../../queue/purged.ts';

export const purgedUsers: Purged = {
  references: {
    users: [
      ['user-roles', 'user-id', 'delete'],
      ['user-tags', 'user-id', 'delete'],
    ],
    tags: [['user-tags', 'tag-id', 'delete']],
  },
};
