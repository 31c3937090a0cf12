import { decodeJwt } from 'jose';
import { AuthenticationError, InvalidReplyError } from './errors.ts';

/** Who is signed in. */
export interface Session {
  /**
   * The token to send.
   *
   * @throws {AuthenticationError} when nobody is signed in.
   */
  token(): string;
  /** The user's rn and the server that issued the token, as the token says. */
  identity(): Identity;
  set(token: string): void;
  /** Gets a new token in place of one the server no longer takes; null when the application offers no way to. */
  renew(refused: string): Promise<string | null>;
}

export interface Identity {
  readonly user: string;
  readonly issuer: string;
}

/** @param reauthenticate the application's way to sign in again, if it has one */
export function createSession(reauthenticate?: () => Promise<string>): Session {
  let current: { readonly token: string; readonly identity: Identity } | null = null;
  let renewing: Promise<string> | null = null;

  function signedIn() {
    if (!current) {
      throw new AuthenticationError('authentication', 'Nobody is signed in. Call signIn or useToken first.', 401);
    }
    return current;
  }

  function set(token: string) {
    current = { token, identity: identityOf(token) };
  }

  return {
    token: () => signedIn().token,
    identity: () => signedIn().identity,
    set,
    async renew(refused) {
      if (current && current.token !== refused) return current.token;
      if (!reauthenticate) return null;
      // Several requests may be refused at once; the user is asked once.
      renewing ??= reauthenticate().finally(() => {
        renewing = null;
      });
      set(await renewing);
      return signedIn().token;
    },
  };
}

function identityOf(token: string): Identity {
  try {
    const { sub, iss } = decodeJwt(token);
    if (sub && iss) return { user: sub, issuer: iss };
  } catch (error) {
    throw new InvalidReplyError('This is not a session token of Keyhold.', { cause: error });
  }
  throw new InvalidReplyError('This session token says neither whose it is nor who issued it.');
}
