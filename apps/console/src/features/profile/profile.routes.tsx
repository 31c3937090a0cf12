import type { Feature } from '#routing/feature.ts';
import { shellText } from '#text/shell.ts';
import { changePasswordPath, profilePath } from './profile.paths.ts';

export const profileFeature: Feature = {
  screens: [
    {
      path: profilePath,
      lazy: { Component: async () => (await import('./profile.tsx')).default },
      label: shellText.profile,
    },
    {
      path: changePasswordPath,
      lazy: { Component: async () => (await import('./change-password.tsx')).default },
      label: shellText.changePassword,
    },
  ],
};
