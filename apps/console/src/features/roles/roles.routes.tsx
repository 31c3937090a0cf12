import { IconShieldCheck } from '@tabler/icons-react';
import type { Screen } from '#routing/screen.ts';
import { shellText } from '#text/shell.ts';
import { rolesPath } from './roles.paths.ts';

export const rolesScreen: Screen = {
  path: rolesPath,
  section: 'iam',
  access: ['admin'],
  code: () => import('./roles-list.tsx'),
  label: shellText.roles,
  icon: IconShieldCheck,
  listsAccount: true,
};
