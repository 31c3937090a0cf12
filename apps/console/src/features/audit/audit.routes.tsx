import { IconHistory } from '@tabler/icons-react';
import { shellText } from '#i18n/text/every-page.ts';
import type { Screen } from '#screens/screen.ts';
import { auditPath } from './audit.paths.ts';

export const auditScreen: Screen = {
  path: auditPath,
  section: 'iam',
  code: () => import('./audit-log.tsx'),
  label: shellText.auditLog,
  icon: IconHistory,
};
