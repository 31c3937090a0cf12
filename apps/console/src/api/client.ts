import { type ApiClient, type ApiError, createClient } from '@keyhold/client';
import type { Call } from '@keyhold/contract';
import { apiBaseUrl, fetchFromServer } from './backend.ts';
import { withFreshProof } from './fresh-proof.ts';
import { session } from './session.ts';
import './zod-without-eval.ts';

/** The server's message. */
const tokenExpired = 'Authorization token expired';

/**
 * A session that the server no longer knows is over; one that expired says so on the sign-in screen. A call that needs no
 * session, or was made in an earlier one, says nothing of this.
 */
function endSession(error: ApiError, { access }: Call, token: string | null): void {
  const isOver = error.status === 401 && access.kind !== 'public' && token === session.current()?.token;
  if (isOver) session.end({ expired: error.message === tokenExpired });
}

export const client: ApiClient = withFreshProof(
  createClient({
    baseUrl: apiBaseUrl,
    token: session.token,
    onError: endSession,
    fetch: fetchFromServer,
  }),
);
