import type { Screen } from '#routing/screen.ts';
import { shellText } from '#text/shell.ts';
import { usagePath } from './usage.paths.ts';

export const usageScreen: Screen = {
  path: usagePath,
  section: 'licensing',
  code: () => import('./usage-overview.tsx'),
  label: shellText.usageOverview,
};
