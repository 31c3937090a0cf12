import { useSyncExternalStore } from 'react';
import { errorText } from '#i18n/text/every-page.ts';
import type { AuthInfo } from './auth-info.ts';
import { session } from './session.ts';

export function useSession() {
  const { auth, expired } = useSyncExternalStore(session.subscribe, session.state);
  return { authInfo: auth, expired };
}

/**
 * The signed-in user.
 *
 * @throws {Error} 'Authentication is required.' when nobody is.
 */
export function useAuthInfo(): AuthInfo {
  const { auth } = useSyncExternalStore(session.subscribe, session.state, session.state);
  if (!auth) throw new Error(errorText.authenticationRequired);
  return auth;
}
