import type { Screen } from '#routing/screen.ts';
import { shellText } from '#text/shell.ts';
import { singleSignOnPath } from './single-sign-on.paths.ts';

export const singleSignOnScreen: Screen = {
  path: singleSignOnPath,
  section: 'iam',
  code: () => import('./single-sign-on.tsx'),
  editsAccount: true,
  label: shellText.singleSignOn,
};
