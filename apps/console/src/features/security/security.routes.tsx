import type { Feature } from '#routing/feature.ts';
import { shellText } from '#text/shell.ts';
import { securityPath } from './security.paths.ts';

export const securityFeature: Feature = {
  section: 'iam',
  access: ['admin'],
  screens: [
    {
      path: securityPath,
      code: () => import('./security.tsx'),
      editsAccount: true,
      label: shellText.security,
    },
  ],
};
