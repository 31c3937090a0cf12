import type { Feature } from '#routing/feature.ts';
import { shellText } from '#text/shell.ts';
import { securityPath } from './security.paths.ts';

export const securityFeature: Feature = {
  section: 'iam',
  access: ['admin'],
  screens: [
    {
      path: securityPath,
      component: () => import('./security.tsx'),
      loader: async () => (await import('./security.data.ts')).loadSecurity,
      label: shellText.security,
    },
  ],
};
