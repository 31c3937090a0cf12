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
      component: () => import('./accounts-list.tsx'),
      loader: async () => (await import('./accounts.data.ts')).loadAccounts,
      label: shellText.accounts,
      icon: IconBuildingCommunity,
      actions: [{ label: paletteText.newAccount, open: 'create' }],
    },
    {
      path: `${accountsPath}/:id`,
      component: () => import('./account-detail.tsx'),
      loader: async () => (await import('./accounts.data.ts')).loadAccount,
    },
  ],
};
