import type { Feature } from '#routing/feature.ts';
import { paletteText } from '#text/palette.ts';
import { shellText } from '#text/shell.ts';
import { serviceAccountsPath } from './service-accounts.paths.ts';

export const serviceAccountsFeature: Feature = {
  section: 'iam',
  access: ['admin'],
  screens: [
    {
      path: serviceAccountsPath,
      component: () => import('./service-accounts-list.tsx'),
      loader: async () => (await import('./service-accounts.data.ts')).loadServiceAccounts,
      label: shellText.serviceAccounts,
      listsAccount: true,
      actions: [{ label: paletteText.newServiceAccount, open: 'create' }],
    },
    {
      path: `${serviceAccountsPath}/:id`,
      component: () => import('./service-account-detail.tsx'),
      loader: async () => (await import('./service-accounts.data.ts')).loadServiceAccount,
    },
  ],
};
