import { IconStack2 } from '@tabler/icons-react';
import { paletteText, shellText } from '#i18n/text/every-page.ts';
import { withRecords } from '#screens/screen.ts';
import { poolsPath } from './pools.paths.ts';

export const poolScreens = withRecords({
  path: poolsPath,
  section: 'licensing',
  code: () => import('./pools-list.tsx'),
  record: () => import('./pool-detail.tsx'),
  label: shellText.pools,
  icon: IconStack2,
  actions: [{ label: paletteText.newPool, open: 'create' }],
});
