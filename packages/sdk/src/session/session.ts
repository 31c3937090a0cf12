import { decodeJwt } from 'jose';
import { AuthenticationError, InvalidReplyError } from '../replies/errors.ts';
import type { Clock } from '../time/clock.ts';
import { isTransient } from '../time/retry.ts';
import { isApiToken } from './api-token.ts';
import type { TokenRenewal } from './token-renewal.ts';
import type { Tokens } from './tokens.ts';

/** The session of the signed-in user. */
export interface Session {
  /**
   * The token to send.
   *
   * @throws {AuthenticationError} when no user is signed in.
   */
  token(): string;
  /** The token to send; null when no user is signed in. */
  current(): string | null;
  /** The user's rn and the issuer, from the token; of an API token, from its first lease. */
  identity(): Identity;
  /** Notes whose API token this is, as a lease for it says. */
  identify(identity: Identity): void;
  /** Uses a token that only the application can renew. */
  set(token: string): void;
  /** Uses renewable tokens. */
  adopt(tokens: Tokens): void;
  /** The renewable tokens, if the session has any. */
  tokens(): Tokens | null;
  /** Signs the user out locally. */
  end(): void;
  /** Starts a renewal when most of the current token's lifetime is over, since a lease ends with its session. */
  renewEarly(): void;
  /** Returns the token to send; unlike {@link Session.renewEarly}, waits for the renewal of renewable tokens. */
  freshToken(): Promise<string>;
  /** Replaces a token that the server no longer accepts; null when that is impossible. */
  renew(refused: string): Promise<string | null>;
  /** Checks in the background whether the session of a refused token ended, without prompting for a sign-in. */
  doubt(refused: string | null): void;
}

/** Both are null for an API token that has had no lease yet. */
export interface Identity {
  readonly user: string | null;
  readonly issuer: string | null;
}

export interface SessionOptions {
  readonly clock: Pick<Clock, 'now' | 'wallTime' | 'random'>;
  /** Renews renewable tokens. */
  readonly renewal?: Pick<TokenRenewal, 'renew'> | null;
  /** Signs in again, if the application can. */
  readonly reauthenticate?: (() => Promise<string>) | undefined;
}

/** The share of a token's lifetime after which it is renewed. */
const renewalPart = 0.9;
/** The renewal varies by this share of the lifetime, so that processes that share tokens rarely renew at once. */
const jitter = 0.05;
/** The delay before the retry of a renewal that did not reach the server, in milliseconds. */
const renewalPause = 60_000;

interface Current {
  readonly token: string;
  readonly identity: Identity;
  readonly tokens: Tokens | null;
}

export function createSession({ clock, renewal = null, reauthenticate }: SessionOptions): Session {
  let current: Current | null = null;
  let renewing: Promise<void> | null = null;
  /** The time of the next early renewal, before the server refuses the current token. */
  let renewAt = Number.POSITIVE_INFINITY;

  function signedIn(): Current {
    if (!current) {
      throw new AuthenticationError('authentication', 'Nobody is signed in. Call signIn or useToken first.', 401);
    }
    return current;
  }

  function set(token: string) {
    current = { token, identity: identityOf(token), tokens: null };
    renewAt = clock.now() + lifetimeOf(token) * renewalPart;
  }

  function adopt(tokens: Tokens) {
    const token = tokens.access;
    current = { token, identity: identityOf(token), tokens };
    const lifetime = lifetimeOf(token);
    const left = Math.min(lifetime, tokens.expiresOn - clock.wallTime());
    renewAt = clock.now() + left - lifetime * (1 - renewalPart - jitter + 2 * jitter * clock.random());
  }

  function end() {
    current = null;
    renewAt = Number.POSITIVE_INFINITY;
  }

  /** @throws {AuthenticationError} when the session ended: then no user is signed in. */
  async function renewSilently(tokens: Tokens): Promise<void> {
    try {
      const next = await renewal?.renew(tokens);
      // A concurrent sign-in or sign-out takes precedence.
      if (next && current?.tokens === tokens) adopt(next);
    } catch (error) {
      if (error instanceof AuthenticationError && current?.tokens === tokens) end();
      throw error;
    }
  }

  /** @throws {AuthenticationError} whatever the application throws, except that the server is unreachable. */
  async function signInAgain(): Promise<string | undefined> {
    try {
      return await reauthenticate?.();
    } catch (error) {
      if (error instanceof AuthenticationError || isTransient(error)) throw error;
      throw new AuthenticationError('authentication', 'You could not be signed in again.', 401, { cause: error });
    }
  }

  async function getNext(): Promise<void> {
    const tokens = current?.tokens;
    if (tokens) {
      try {
        return await renewSilently(tokens);
      } catch (error) {
        if (!(error instanceof AuthenticationError && reauthenticate)) throw error;
      }
    }
    const token = await signInAgain();
    // A sign-in through this session already set the token, possibly a renewable one.
    if (token !== undefined && token !== current?.token) set(token);
  }

  /** Single flight: several requests may need a new token at once; the user is prompted once. */
  function renewOnce(get = getNext): Promise<void> {
    renewing ??= get().finally(() => {
      renewing = null;
    });
    return renewing;
  }

  const canRenew = () => reauthenticate !== undefined || (current?.tokens ?? null) !== null;

  function renewEarly() {
    if (!canRenew() || clock.now() < renewAt) return;
    renewAt = Number.POSITIVE_INFINITY;
    renewOnce().catch((error: unknown) => {
      // A user who declines to sign in now is prompted again when the session ends.
      if (isTransient(error)) renewAt = clock.now() + renewalPause;
    });
  }

  return {
    token: () => signedIn().token,
    current: () => current?.token ?? null,
    identity: () => signedIn().identity,
    identify(identity) {
      if (current && isApiToken(current.token)) current = { ...current, identity };
    },
    set,
    adopt,
    tokens: () => current?.tokens ?? null,
    end,
    renewEarly,
    async freshToken() {
      const { tokens } = signedIn();
      if (tokens && clock.now() >= renewAt) await renewOnce();
      return signedIn().token;
    },
    async renew(refused) {
      if (current && current.token !== refused) return current.token;
      if (!canRenew()) return null;
      try {
        await renewOnce();
      } catch (error) {
        if (error instanceof AuthenticationError && !reauthenticate) return null;
        throw error;
      }
      return signedIn().token;
    },
    doubt(refused) {
      const tokens = current?.tokens;
      if (tokens?.access === refused) renewOnce(() => renewSilently(tokens)).catch(() => undefined);
    },
  };
}

/** The lifetime of a token in milliseconds; infinite when it has none. */
function lifetimeOf(token: string): number {
  if (isApiToken(token)) return Number.POSITIVE_INFINITY;
  const { iat, exp } = decodeJwt(token);
  return iat === undefined || exp === undefined ? Number.POSITIVE_INFINITY : (exp - iat) * 1000;
}

function identityOf(token: string): Identity {
  if (isApiToken(token)) return { user: null, issuer: null };
  try {
    const { sub, iss } = decodeJwt(token);
    if (sub && iss) return { user: sub, issuer: iss };
  } catch (error) {
    throw new InvalidReplyError('This is not a session token of Keyhold.', { cause: error });
  }
  throw new InvalidReplyError('This session token says neither whose it is nor who issued it.');
}
