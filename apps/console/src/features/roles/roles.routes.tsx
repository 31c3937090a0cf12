import { IconShieldCheck } from '@tabler/icons-react';
import type { Feature } from '#routing/feature.ts';
import { shellText } from '#text/shell.ts';
import { rolesPath } from './roles.paths.ts';

export const rolesFeature: Feature = {
  section: 'iam',
  access: ['admin'],
  screens: [
    {
      path: rolesPath,
      code: () => import('./roles-list.tsx'),
      label: shellText.roles,
      icon: IconShieldCheck,
      listsAccount: true,
    },
  ],
};
