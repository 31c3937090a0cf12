import { IconShieldCheck } from '@tabler/icons-react';
import { shellText } from '#i18n/text/every-page.ts';
import type { Screen } from '#screens/screen.ts';

export const rolesScreen: Screen = {
  path: '/iam/roles',
  section: 'iam',
  code: () => import('./roles-list.tsx'),
  label: shellText.roles,
  icon: IconShieldCheck,
};
