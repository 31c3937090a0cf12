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
      lazy: {
        Component: async () => (await import('./accounts-list.tsx')).default,
        loader: async () => (await import('./accounts.data.ts')).loadAccounts,
      },
      label: shellText.accounts,
      icon: IconBuildingCommunity,
      actions: [{ label: paletteText.newAccount, open: 'create' }],
    },
    {
      path: `${accountsPath}/:id`,
      lazy: {
        Component: async () => (await import('./account-detail.tsx')).default,
        loader: async () => (await import('./accounts.data.ts')).loadAccount,
      },
    },
  ],
};
