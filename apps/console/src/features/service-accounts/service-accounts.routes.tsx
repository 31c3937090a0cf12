import { withRecords } from '#routing/screen.ts';
import { paletteText, shellText } from '#text/shell.ts';
import { serviceAccountsPath } from './service-accounts.paths.ts';

export const serviceAccountScreens = withRecords({
  path: serviceAccountsPath,
  section: 'iam',
  code: () => import('./service-accounts-list.tsx'),
  record: () => import('./service-account-detail.tsx'),
  label: shellText.serviceAccounts,
  actions: [{ label: paletteText.newServiceAccount, open: 'create' }],
});
