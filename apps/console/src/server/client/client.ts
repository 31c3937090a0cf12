import { type ApiClient, type ApiError, createClient } from '@keyhold/client';
import type { Call } from '@keyhold/contract';
import { apiBaseUrl } from '#session/backend.ts';
import { session } from '#session/session.ts';
import { fetchFromApi } from './fetch-from-api.ts';
import { withFreshProof } from './fresh-proof.ts';
import { withSignInAgain } from './sign-in-again.ts';
import { withWarnings } from './warnings.ts';
import '#session/zod-without-eval.ts';

/** The server's message for an expired token. */
const tokenExpired = 'Authorization token expired';

/**
 * Ends a session that the server no longer accepts; the sign-in screen reports an expired one. A refusal of a call that
 * needs no session, or was made in an earlier one, does not end the session.
 */
function endSession(error: ApiError, { access }: Call, token: string | null): void {
  const isOver = error.status === 401 && access.kind !== 'public' && token === session.current()?.token;
  if (isOver) session.end({ expired: error.message === tokenExpired });
}

export const client: ApiClient = withFreshProof(
  withWarnings(
    withSignInAgain(
      createClient({
        baseUrl: apiBaseUrl,
        // The call that signs in again does not wait for itself.
        token: ({ access }) => (access.kind === 'public' && session.isKept() ? null : session.token()),
        onError: endSession,
        fetch: fetchFromApi,
      }),
    ),
  ),
);
