import type { Screen } from '#routing/feature.ts';
import { activatePath, logoutPath, resetPath } from './auth.paths.ts';

/** Screens for who is not signed in. The sign-in screen itself is part of the first load. */
export const publicScreens: readonly Screen[] = [
  { path: resetPath, lazy: { Component: async () => (await import('./reset.tsx')).default } },
  { path: activatePath, lazy: { Component: async () => (await import('./activate.tsx')).default } },
];

export const logoutScreen: Screen = {
  path: logoutPath,
  lazy: { Component: async () => (await import('./logout.tsx')).default },
};
