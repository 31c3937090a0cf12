import type { Screen } from '#routing/screen.ts';
import { shellText } from '#text/shell.ts';
import { changePasswordPath, profilePath } from './profile.paths.ts';

export const profileScreens: readonly Screen[] = [
  {
    path: profilePath,
    code: () => import('./profile.tsx'),
    label: shellText.profile,
  },
  {
    path: changePasswordPath,
    code: () => import('./change-password.tsx'),
    label: shellText.changePassword,
  },
];
