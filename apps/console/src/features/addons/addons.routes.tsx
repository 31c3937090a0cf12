import { IconPuzzle } from '@tabler/icons-react';
import { shellText } from '#i18n/text/every-page.ts';
import type { Screen } from '#screens/screen.ts';
import { unassignedAddonsPath } from './addons.paths.ts';

export const unassignedAddonsScreen: Screen = {
  path: unassignedAddonsPath,
  section: 'licensing',
  code: () => import('./unassigned-addons.tsx'),
  label: shellText.unassignedAddons,
  icon: IconPuzzle,
};
