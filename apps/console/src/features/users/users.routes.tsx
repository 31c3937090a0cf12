import { IconUsers } from '@tabler/icons-react';
import type { Feature } from '#routing/feature.ts';
import { paletteText } from '#text/palette.ts';
import { shellText } from '#text/shell.ts';
import { usersPath } from './users.paths.ts';

export const usersFeature: Feature = {
  section: 'iam',
  access: ['admin'],
  screens: [
    {
      path: usersPath,
      component: () => import('./users-list.tsx'),
      loader: async () => (await import('./users.data.ts')).loadUsers,
      label: shellText.users,
      icon: IconUsers,
      listsAccount: true,
      actions: [{ label: paletteText.newUser, open: 'create' }],
    },
    {
      path: `${usersPath}/:id`,
      component: () => import('./user-detail.tsx'),
      loader: async () => (await import('./users.data.ts')).loadUser,
    },
  ],
};
