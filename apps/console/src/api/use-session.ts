import type { ConsoleConfig } from '@keyhold/contract';
import { useSyncExternalStore } from 'react';
import { errorText } from '#text/errors.ts';
import { fetchCode } from '#ui/feedback/fetch-code.ts';
import type { AuthInfo } from './auth-info.ts';
import { useConfig } from './config.ts';
import { session } from './session.ts';

export function useSession() {
  const { auth, expired } = useSyncExternalStore(session.subscribe, session.state);
  const config = useConfig();
  return { authInfo: auth, expired, signIn: (token: string) => begin(token, config) };
}

async function begin(token: string, config: ConsoleConfig): Promise<void> {
  const { buildAuthInfo } = await fetchCode(() => import('./auth-info.ts'));
  const auth = buildAuthInfo(token, config);
  await session.begin(auth);
  // Runs in the background. The page stays as it is when this fails.
  void import('./own-language.ts').then(({ followOwnLanguage }) => followOwnLanguage(auth.user.rn)).catch(() => null);
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
