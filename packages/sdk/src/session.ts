import { decodeJwt } from 'jose';
import type { Clock } from './clock.ts';
import { AuthenticationError, InvalidReplyError, UnreachableError } from './errors.ts';

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
  /** Begins to get a new token when most of the current one's time is over: a lease ends with the session that has it. */
  renewEarly(): void;
  /** Gets a new token in place of one the server no longer takes; null when the application offers no way to. */
  renew(refused: string): Promise<string | null>;
}

export interface Identity {
  readonly user: string;
  readonly issuer: string;
}

/** What part of a token's time passes before a new one is requested. */
const renewalPart = 0.9;
/** The wait before a renewal that did not reach the server is tried again, in milliseconds. */
const renewalPause = 60_000;

/** @param reauthenticate the application's way to sign in again, if it has one */
export function createSession(clock: Pick<Clock, 'now'>, reauthenticate?: () => Promise<string>): Session {
  let current: { readonly token: string; readonly identity: Identity } | null = null;
  let renewing: Promise<string> | null = null;
  /** When a new token is requested before the server refuses the current one. */
  let renewAt = Number.POSITIVE_INFINITY;

  function signedIn() {
    if (!current) {
      throw new AuthenticationError('authentication', 'Nobody is signed in. Call signIn or useToken first.', 401);
    }
    return current;
  }

  function set(token: string) {
    current = { token, identity: identityOf(token) };
    renewAt = clock.now() + lifetimeOf(token) * renewalPart;
  }

  /** Several requests may need a new token at once; the user is asked once. */
  async function renewOnce(ask: () => Promise<string>): Promise<void> {
    renewing ??= ask().finally(() => {
      renewing = null;
    });
    set(await renewing);
  }

  return {
    token: () => signedIn().token,
    identity: () => signedIn().identity,
    set,
    async renew(refused) {
      if (current && current.token !== refused) return current.token;
      if (!reauthenticate) return null;
      await renewOnce(reauthenticate);
      return signedIn().token;
    },
    renewEarly() {
      if (!reauthenticate || clock.now() < renewAt) return;
      renewAt = Number.POSITIVE_INFINITY;
      renewOnce(reauthenticate).catch((error: unknown) => {
        // Whoever does not want to sign in now is asked again when the session has ended.
        if (error instanceof UnreachableError) renewAt = clock.now() + renewalPause;
      });
    },
  };
}

/** For how long a token was made, in milliseconds; for ever where it does not say. */
function lifetimeOf(token: string): number {
  const { iat, exp } = decodeJwt(token);
  return iat === undefined || exp === undefined ? Number.POSITIVE_INFINITY : (exp - iat) * 1000;
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
