import type { Screen } from '#screens/screen.ts';
import { activatePath, confirmEmailPath, logoutPath } from './auth.paths.ts';

/** Screens without a session. Those to sign in and to reset a password are part of the first load. */
export const publicScreens: readonly Screen[] = [
  // Where a sign-in at the account's provider returns.
  { path: '/login/sso', code: () => import('./single-sign-on-return.tsx') },
  { path: activatePath, code: () => import('./activate.tsx') },
  { path: confirmEmailPath, code: () => import('./confirm-email.tsx') },
];

export const logoutScreen: Screen = {
  path: logoutPath,
  code: () => import('./logout.tsx'),
};
