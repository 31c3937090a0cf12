import type { Feature } from '#routing/feature.ts';
import { shellText } from '#text/shell.ts';
import { directoryPath } from './directory.paths.ts';

export const directoryFeature: Feature = {
  section: 'iam',
  access: ['admin'],
  screens: [
    {
      path: directoryPath,
      code: () => import('./directory.tsx'),
      label: shellText.directory,
    },
  ],
};
