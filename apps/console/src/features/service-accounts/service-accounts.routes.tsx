import { paletteText, shellText } from '#i18n/text/every-page.ts';
import { withRecords } from '#screens/screen.ts';
import { serviceAccountsPath } from './service-accounts.paths.ts';

export const serviceAccountScreens = withRecords({
  path: serviceAccountsPath,
  section: 'iam',
  code: () => import('./service-accounts-list.tsx'),
  record: () => import('./service-account-detail.tsx'),
  label: shellText.serviceAccounts,
  actions: [{ label: paletteText.newServiceAccount, open: 'create' }],
});
