import { IconPuzzle } from '@tabler/icons-react';
import type { Screen } from '#routing/screen.ts';
import { shellText } from '#text/shell.ts';
import { unassignedAddonsPath } from './addons.paths.ts';

export const unassignedAddonsScreen: Screen = {
  path: unassignedAddonsPath,
  section: 'licensing',
  code: () => import('./unassigned-addons.tsx'),
  label: shellText.unassignedAddons,
  icon: IconPuzzle,
};
