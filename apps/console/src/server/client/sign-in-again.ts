import { type ApiClient, ApiError } from '@keyhold/client';
import { session } from '#session/session.ts';
import { withSendAgain } from './send-again.ts';

/**
 * A client whose calls, refused because the token has expired while the screen has unsaved input, wait until the user
 * has signed in again in place, and are then sent again. They fail when the user leaves the screen instead.
 */
export function withSignInAgain(client: ApiClient): ApiClient {
  return withSendAgain(client, async (error, { access }) => {
    const isOver = error instanceof ApiError && error.status === 401 && access.kind !== 'public';
    return isOver && session.isKept() && session.signedInAgain();
  });
}
