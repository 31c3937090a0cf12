import type { Feature } from '#routing/feature.ts';
import { shellText } from '#text/shell.ts';
import { directoryPath } from './directory.paths.ts';

export const directoryFeature: Feature = {
  section: 'iam',
  access: ['admin'],
  screens: [
    {
      path: directoryPath,
      component: () => import('./directory.tsx'),
      loader: async () => (await import('./directory.data.ts')).loadDirectories,
      label: shellText.directory,
    },
  ],
};
