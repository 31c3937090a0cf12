import { IconUsers } from '@tabler/icons-react';
import { paletteText, shellText } from '#i18n/text/every-page.ts';
import { withRecords } from '#screens/screen.ts';
import { usersPath } from './users.paths.ts';

export const userScreens = withRecords({
  path: usersPath,
  section: 'iam',
  code: () => import('./users-list.tsx'),
  record: () => import('./user-detail.tsx'),
  label: shellText.users,
  icon: IconUsers,
  actions: [{ label: paletteText.newUser, open: 'create' }],
});
