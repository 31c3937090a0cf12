import type { Feature } from '#routing/feature.ts';
import { paletteText } from '#text/palette.ts';
import { shellText } from '#text/shell.ts';
import { registeredApplicationsPath } from './registered-applications.paths.ts';

export const registeredApplicationsFeature: Feature = {
  section: 'admin',
  access: ['rootAdmin', 'sysAdmin'],
  screens: [
    {
      path: registeredApplicationsPath,
      code: () => import('./registered-applications-list.tsx'),
      label: shellText.applications,
      actions: [{ label: paletteText.newApplication, open: 'create' }],
    },
  ],
};
