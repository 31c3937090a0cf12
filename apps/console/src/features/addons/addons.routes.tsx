import { IconPuzzle } from '@tabler/icons-react';
import type { Feature } from '#routing/feature.ts';
import { shellText } from '#text/shell.ts';
import { unassignedAddonsPath } from './addons.paths.ts';

export const addonsFeature: Feature = {
  section: 'licensing',
  access: ['admin'],
  screens: [
    {
      path: unassignedAddonsPath,
      code: () => import('./unassigned-addons.tsx'),
      label: shellText.unassignedAddons,
      icon: IconPuzzle,
      listsAccount: true,
    },
  ],
};
