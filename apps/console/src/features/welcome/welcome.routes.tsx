import { shellText } from '#i18n/text/every-page.ts';
import type { Screen } from '#screens/screen.ts';
import { homePath } from './welcome.paths.ts';

export const homeScreen: Screen = {
  path: homePath,
  code: () => import('./welcome.tsx'),
  label: shellText.home,
  showsAccount: true,
};
