import type { Feature } from '#routing/feature.ts';
import { shellText } from '#text/shell.ts';
import { homePath } from './welcome.paths.ts';

export const welcomeFeature: Feature = {
  screens: [
    {
      path: homePath,
      code: () => import('./welcome.tsx'),
      label: shellText.home,
    },
  ],
};
