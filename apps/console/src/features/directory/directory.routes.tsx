import type { Screen } from '#routing/screen.ts';
import { shellText } from '#text/shell.ts';
import { directoryPath } from './directory.paths.ts';

export const directoryScreen: Screen = {
  path: directoryPath,
  section: 'iam',
  code: () => import('./directory.tsx'),
  label: shellText.directory,
};
