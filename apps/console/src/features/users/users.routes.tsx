import { IconUsers } from '@tabler/icons-react';
import { withRecords } from '#routing/screen.ts';
import { paletteText, shellText } from '#text/shell.ts';
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
