import { IconKey } from '@tabler/icons-react';
import { withRecords } from '#routing/screen.ts';
import { paletteText, shellText } from '#text/shell.ts';
import { licensesPath } from './licenses.paths.ts';

const provider = ['rootAdmin', 'sysAdmin'] as const;

export const licenseScreens = withRecords({
  path: licensesPath,
  section: 'licensing',
  access: ['admin'],
  code: () => import('./licenses-list.tsx'),
  record: () => import('./license-detail.tsx'),
  label: shellText.licenses,
  icon: IconKey,
  actions: [
    { label: paletteText.issueLicenses, open: 'licenses', access: provider },
    { label: paletteText.issueAddons, open: 'addons', access: provider },
    { label: paletteText.leaseTimings, open: 'timings', access: provider },
  ],
});
