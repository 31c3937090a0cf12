import type { Feature } from '#routing/feature.ts';
import { shellText } from '#text/shell.ts';
import { changePasswordPath, profilePath } from './profile.paths.ts';

export const profileFeature: Feature = {
  screens: [
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
  ],
};
