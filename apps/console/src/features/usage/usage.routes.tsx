import type { Feature } from '#routing/feature.ts';
import { shellText } from '#text/shell.ts';
import { usagePath } from './usage.paths.ts';

export const usageFeature: Feature = {
  section: 'licensing',
  access: ['admin'],
  screens: [
    {
      path: usagePath,
      code: () => import('./usage-overview.tsx'),
      label: shellText.usageOverview,
      listsAccount: true,
    },
  ],
};
