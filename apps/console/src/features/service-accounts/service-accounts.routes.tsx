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
      code: () => import('./service-accounts-list.tsx'),
      label: shellText.serviceAccounts,
      listsAccount: true,
      actions: [{ label: paletteText.newServiceAccount, open: 'create' }],
    },
    {
      path: `${serviceAccountsPath}/:id`,
      code: () => import('./service-account-detail.tsx'),
    },
  ],
};
