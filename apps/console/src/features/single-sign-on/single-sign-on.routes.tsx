import type { Feature } from '#routing/feature.ts';
import { shellText } from '#text/shell.ts';
import { singleSignOnPath } from './single-sign-on.paths.ts';

export const singleSignOnFeature: Feature = {
  section: 'iam',
  access: ['admin'],
  screens: [
    {
      path: singleSignOnPath,
      code: () => import('./single-sign-on.tsx'),
      editsAccount: true,
      label: shellText.singleSignOn,
    },
  ],
};
