import { IconKey } from '@tabler/icons-react';
import { paletteText, shellText } from '#i18n/text/every-page.ts';
import { withRecords } from '#screens/screen.ts';
import { licensesPath } from './licenses.paths.ts';

export const licenseScreens = withRecords({
  path: licensesPath,
  section: 'licensing',
  code: () => import('./licenses-list.tsx'),
  record: () => import('./license-detail.tsx'),
  label: shellText.licenses,
  icon: IconKey,
  actions: [
    { label: paletteText.issueLicenses, open: 'licenses', section: 'admin' },
    { label: paletteText.issueAddons, open: 'addons', section: 'admin' },
  ],
});
