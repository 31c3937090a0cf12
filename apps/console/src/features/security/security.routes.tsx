import type { Screen } from '#routing/screen.ts';
import { shellText } from '#text/shell.ts';
import { securityPath } from './security.paths.ts';

export const securityScreen: Screen = {
  path: securityPath,
  section: 'iam',
  code: () => import('./security.tsx'),
  editsAccount: true,
  label: shellText.security,
};
