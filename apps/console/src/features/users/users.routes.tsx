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
      code: () => import('./users-list.tsx'),
      label: shellText.users,
      icon: IconUsers,
      listsAccount: true,
      actions: [{ label: paletteText.newUser, open: 'create' }],
    },
    {
      path: `${usersPath}/:id`,
      code: () => import('./user-detail.tsx'),
    },
  ],
};
