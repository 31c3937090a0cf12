import type { Screen } from '#routing/feature.ts';
import { activatePath, logoutPath, resetPath, singleSignOnReturnPath } from './auth.paths.ts';

/** Screens without a session. The sign-in screen itself is part of the first load. */
export const publicScreens: readonly Screen[] = [
  { path: resetPath, component: () => import('./reset.tsx') },
  { path: singleSignOnReturnPath, component: () => import('./single-sign-on-return.tsx') },
  { path: activatePath, component: () => import('./activate.tsx') },
];

export const logoutScreen: Screen = {
  path: logoutPath,
  component: () => import('./logout.tsx'),
};
