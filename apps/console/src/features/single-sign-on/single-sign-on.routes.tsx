import { shellText } from '#i18n/text/every-page.ts';
import type { Screen } from '#screens/screen.ts';
import { singleSignOnPath } from './single-sign-on.paths.ts';

export const singleSignOnScreen: Screen = {
  path: singleSignOnPath,
  section: 'iam',
  code: () => import('./single-sign-on.tsx'),
  editsAccount: true,
  label: shellText.singleSignOn,
};
