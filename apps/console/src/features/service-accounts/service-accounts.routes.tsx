import type { Screen } from '#routing/screen.ts';
import { paletteText } from '#text/palette.ts';
import { shellText } from '#text/shell.ts';
import { serviceAccountsPath } from './service-accounts.paths.ts';

export const serviceAccountScreens: readonly Screen[] = [
  {
    path: serviceAccountsPath,
    section: 'iam',
    access: ['admin'],
    code: () => import('./service-accounts-list.tsx'),
    label: shellText.serviceAccounts,
    listsAccount: true,
    actions: [{ label: paletteText.newServiceAccount, open: 'create' }],
  },
  {
    path: `${serviceAccountsPath}/:id`,
    access: ['admin'],
    code: () => import('./service-account-detail.tsx'),
  },
];
