import { IconBuildingCommunity } from '@tabler/icons-react';
import { paletteText, shellText } from '#i18n/text/every-page.ts';
import { withRecords } from '#screens/screen.ts';
import { accountsPath } from './accounts.paths.ts';

export const accountScreens = withRecords({
  path: accountsPath,
  section: 'admin',
  code: () => import('./accounts-list.tsx'),
  record: () => import('./account-detail.tsx'),
  label: shellText.accounts,
  icon: IconBuildingCommunity,
  actions: [{ label: paletteText.newAccount, open: 'create' }],
});
