import { shellText } from '#i18n/text/every-page.ts';
import type { Screen } from '#screens/screen.ts';
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
