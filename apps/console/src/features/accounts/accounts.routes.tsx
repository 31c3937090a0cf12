import { IconBuildingCommunity } from '@tabler/icons-react';
import type { Screen } from '#routing/screen.ts';
import { paletteText } from '#text/palette.ts';
import { shellText } from '#text/shell.ts';
import { accountsPath } from './accounts.paths.ts';

export const accountScreens: readonly Screen[] = [
  {
    path: accountsPath,
    section: 'admin',
    access: ['rootAdmin', 'sysAdmin'],
    code: () => import('./accounts-list.tsx'),
    label: shellText.accounts,
    icon: IconBuildingCommunity,
    actions: [{ label: paletteText.newAccount, open: 'create' }],
  },
  {
    path: `${accountsPath}/:id`,
    access: ['rootAdmin', 'sysAdmin'],
    code: () => import('./account-detail.tsx'),
  },
];
