import { paletteText, shellText } from '#i18n/text/every-page.ts';
import type { Screen } from '#screens/screen.ts';
import { applicationsPath } from './applications.paths.ts';

export const applicationsScreen: Screen = {
  path: applicationsPath,
  section: 'admin',
  code: () => import('./applications-list.tsx'),
  label: shellText.applications,
  actions: [{ label: paletteText.newApplication, open: 'create' }],
};
