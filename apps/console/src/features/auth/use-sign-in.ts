import type { ConsoleConfig } from '@keyhold/contract';
import { useConfig } from '#session/config.ts';
import { session } from '#session/session.ts';
import { fetchCode } from '#ui/loading/fetch-code.ts';

/** Begins the session of a token. */
export function useSignIn(): (token: string) => Promise<void> {
  const config = useConfig();
  return (token) => begin(token, config);
}

async function begin(token: string, config: ConsoleConfig): Promise<void> {
  const { buildAuthInfo } = await fetchCode(() => import('#session/auth-info.ts'));
  const auth = buildAuthInfo(token, config);
  await session.begin(auth);
  // Runs in the background. The page stays as it is when this fails.
  void import('#server/live/own-language.ts')
    .then(({ followOwnLanguage }) => followOwnLanguage(auth.user.rn))
    .catch(() => null);
}
