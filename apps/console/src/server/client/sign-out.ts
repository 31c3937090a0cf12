import { calls } from '@keyhold/contract';
import { session } from '#session/session.ts';
import { client } from './client.ts';

/** Signs out at once, without waiting for the server. */
export function signOut(): void {
  if (!session.current()) return;
  client.send(calls.logout, {}).catch((error: unknown) => {
    console.warn('The server could not be reached to sign out; the session there ends when its token expires.', error);
  });
  session.end();
}
