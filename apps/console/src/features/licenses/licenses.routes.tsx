import { IconKey } from '@tabler/icons-react';
import type { Feature } from '#routing/feature.ts';
import { paletteText } from '#text/palette.ts';
import { shellText } from '#text/shell.ts';
import { licensesPath } from './licenses.paths.ts';

const provider = ['rootAdmin', 'sysAdmin'] as const;

export const licensesFeature: Feature = {
  section: 'licensing',
  access: ['admin'],
  screens: [
    {
      path: licensesPath,
      code: () => import('./licenses-list.tsx'),
      label: shellText.licenses,
      icon: IconKey,
      listsAccount: true,
      actions: [
        { label: paletteText.issueLicenses, open: 'licenses', access: provider },
        { label: paletteText.issueAddons, open: 'addons', access: provider },
        { label: paletteText.leaseTimings, open: 'timings', access: provider },
      ],
    },
    {
      path: `${licensesPath}/:id`,
      code: () => import('./license-detail.tsx'),
    },
  ],
};
