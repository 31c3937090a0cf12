import type { Screen } from '#routing/screen.ts';
import { shellText } from '#text/shell.ts';
import { homePath } from './welcome.paths.ts';

export const homeScreen: Screen = {
  path: homePath,
  code: () => import('./welcome.tsx'),
  label: shellText.home,
  showsAccount: true,
};
