import { shellText } from '#i18n/text/every-page.ts';
import type { Screen } from '#screens/screen.ts';
import { usagePath } from './usage.paths.ts';

export const usageScreen: Screen = {
  path: usagePath,
  section: 'licensing',
  code: () => import('./usage-overview.tsx'),
  label: shellText.usageOverview,
};
