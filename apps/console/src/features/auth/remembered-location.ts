import { changePasswordPath, profilePath } from '#features/profile/profile.paths.ts';
import { homePath } from '#features/welcome/welcome.paths.ts';
import { activatePath, confirmEmailPath, loginPath, logoutPath } from './auth.paths.ts';

/** Passed to the sign-in screen: the requested location, and whether the session had expired. */
export interface LoginRedirectState {
  from: { pathname: string; search: string; hash: string };
  tokenExpired: boolean;
}

const forgotten: readonly string[] = [
  loginPath,
  logoutPath,
  profilePath,
  changePasswordPath,
  activatePath,
  confirmEmailPath,
];

/** The location after sign-in: the requested one, or the welcome page. */
export function rememberedLocation(state: unknown): string {
  const from: Partial<LoginRedirectState['from']> = (state as Partial<LoginRedirectState> | null)?.from ?? {};
  const { pathname, search, hash } = from;
  if (typeof pathname !== 'string' || typeof search !== 'string' || typeof hash !== 'string') return homePath;
  if (forgotten.includes(pathname.replace(/(?<=.)\/+$/, ''))) return homePath;
  // Two leading slashes would name another host.
  return pathname.replace(/^\/+/, '/') + search + hash;
}

export function wasExpired(state: unknown): boolean {
  return (state as Partial<LoginRedirectState> | null)?.tokenExpired === true;
}
