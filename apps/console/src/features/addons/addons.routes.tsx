import { IconPuzzle, IconPuzzle2 } from '@tabler/icons-react';
import { paletteText, shellText } from '#i18n/text/every-page.ts';
import { type Screen, withRecords } from '#screens/screen.ts';
import { addonsPath, unassignedAddonsPath } from './addons.paths.ts';

export const addonScreens = withRecords({
  path: addonsPath,
  section: 'admin',
  code: () => import('./addons-list.tsx'),
  record: () => import('./addon-detail.tsx'),
  label: shellText.addons,
  icon: IconPuzzle2,
  actions: [{ label: paletteText.newAddon, open: 'create' }],
});

export const unassignedAddonsScreen: Screen = {
  path: unassignedAddonsPath,
  section: 'licensing',
  code: () => import('./unassigned-addons.tsx'),
  label: shellText.unassignedAddons,
  icon: IconPuzzle,
};
