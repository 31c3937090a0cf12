import { IconShieldCheck } from '@tabler/icons-react';
import type { Screen } from '#routing/screen.ts';
import { shellText } from '#text/shell.ts';

export const rolesScreen: Screen = {
  path: '/iam/roles',
  section: 'iam',
  code: () => import('./roles-list.tsx'),
  label: shellText.roles,
  icon: IconShieldCheck,
};
