import { IconUsers } from '@tabler/icons-react';
import { paletteText, shellText } from '#i18n/text/every-page.ts';
import { type Screen, withRecords } from '#screens/screen.ts';
import { importUsersPath, usersPath } from './users.paths.ts';

export const userScreens: readonly Screen[] = [
  ...withRecords({
    path: usersPath,
    section: 'iam',
    code: () => import('./users-list.tsx'),
    record: () => import('./user-detail.tsx'),
    label: shellText.users,
    icon: IconUsers,
    actions: [{ label: paletteText.newUser, open: 'create' }],
  }),
  {
    path: importUsersPath,
    section: 'iam',
    code: () => import('./import/import-page.tsx'),
    label: paletteText.importUsers,
  },
];
