import { use, useEffect, useSyncExternalStore } from 'react';
import { session } from '#session/session.ts';
import { DirtyScopeContext } from '#ui/dialog/unsaved-changes.tsx';
import { lazyPart } from '#ui/loading/lazy-part.tsx';

const SignInAgain = lazyPart(() => import('./sign-in-again.tsx'));

/**
 * Keeps the screen with its unsaved input when the token expires, and prompts the user to sign in again. Its code is
 * loaded on first use; without it the sign-in screen replaces this one.
 */
export function SignInAgainLayer() {
  const scope = use(DirtyScopeContext);
  // Also while a form is sent: its own call may be the first one that is refused.
  useEffect(() => session.keepWhile(() => scope.isDirty() || scope.isBusy()), [scope]);
  const kept = useSyncExternalStore(session.subscribe, session.isKept);
  return kept && <SignInAgain onFailed={session.leave} />;
}
