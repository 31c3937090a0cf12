import type { Feature } from '#routing/feature.ts';
import { shellText } from '#text/shell.ts';
import { singleSignOnPath } from './single-sign-on.paths.ts';

export const singleSignOnFeature: Feature = {
  section: 'iam',
  access: ['admin'],
  screens: [
    {
      path: singleSignOnPath,
      component: () => import('./single-sign-on.tsx'),
      loader: async () => (await import('./single-sign-on.data.ts')).loadSingleSignOn,
      label: shellText.singleSignOn,
    },
  ],
};
