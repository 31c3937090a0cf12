import type { Screen } from '#routing/screen.ts';
import { paletteText, shellText } from '#text/shell.ts';
import { registeredApplicationsPath } from './registered-applications.paths.ts';

export const registeredApplicationsScreen: Screen = {
  path: registeredApplicationsPath,
  section: 'admin',
  code: () => import('./registered-applications-list.tsx'),
  label: shellText.applications,
  actions: [{ label: paletteText.newApplication, open: 'create' }],
};
