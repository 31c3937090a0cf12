import { shellText } from '#i18n/text/every-page.ts';
import type { Screen } from '#screens/screen.ts';
import { directoryPath } from './directory.paths.ts';

export const directoryScreen: Screen = {
  path: directoryPath,
  section: 'iam',
  code: () => import('./directory.tsx'),
  label: shellText.directory,
};
