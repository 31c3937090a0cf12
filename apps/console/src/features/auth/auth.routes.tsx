import type { Screen } from '#routing/screen.ts';
import { activatePath, logoutPath, resetPath } from './auth.paths.ts';

/** Screens without a session. The sign-in screen itself is part of the first load. */
export const publicScreens: readonly Screen[] = [
  { path: resetPath, code: () => import('./reset.tsx') },
  // Where a sign-in at the account's provider returns.
  { path: '/login/sso', code: () => import('./single-sign-on-return.tsx') },
  { path: activatePath, code: () => import('./activate.tsx') },
];

export const logoutScreen: Screen = {
  path: logoutPath,
  code: () => import('./logout.tsx'),
};
