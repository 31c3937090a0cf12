import { shellText } from '#i18n/text/every-page.ts';
import type { Screen } from '#screens/screen.ts';
import { securityPath } from './security.paths.ts';

export const securityScreen: Screen = {
  path: securityPath,
  section: 'iam',
  code: () => import('./security.tsx'),
  editsAccount: true,
  label: shellText.security,
};
