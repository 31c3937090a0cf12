import { useCallback, useSyncExternalStore } from 'react';
import { errorText } from '#text/errors.ts';
import type { AuthInfo } from './auth-info.ts';
import { useConfig } from './config.ts';
import { session } from './session.ts';

/** Who is signed in, or null; whether the last session expired; and the action that signs in with a token. */
export function useSession() {
  const { auth, expired } = useSyncExternalStore(session.subscribe, session.state);
  const config = useConfig();
  const signIn = useCallback(
    async (token: string) => {
      const { buildAuthInfo } = await import('./auth-info.ts');
      await session.begin(buildAuthInfo(token, config));
    },
    [config],
  );
  return { authInfo: auth, expired, signIn };
}

/**
 * Who is signed in.
 *
 * @throws {Error} 'Authentication is required.' when nobody is.
 */
export function useAuthInfo(): AuthInfo {
  const { auth } = useSyncExternalStore(session.subscribe, session.state, session.state);
  if (!auth) throw new Error(errorText.authenticationRequired);
  return auth;
}
