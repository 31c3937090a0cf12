import { IconBuildingCommunity } from '@tabler/icons-react';
import { withRecords } from '#routing/screen.ts';
import { paletteText, shellText } from '#text/shell.ts';
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
