import { IconBuildingCommunity } from '@tabler/icons-react';
import type { Feature } from '#routing/feature.ts';
import { paletteText } from '#text/palette.ts';
import { shellText } from '#text/shell.ts';
import { accountsPath } from './accounts.paths.ts';

export const accountsFeature: Feature = {
  section: 'admin',
  access: ['rootAdmin', 'sysAdmin'],
  screens: [
    {
      path: accountsPath,
      code: () => import('./accounts-list.tsx'),
      label: shellText.accounts,
      icon: IconBuildingCommunity,
      actions: [{ label: paletteText.newAccount, open: 'create' }],
    },
    {
      path: `${accountsPath}/:id`,
      code: () => import('./account-detail.tsx'),
    },
  ],
};
