import { decodeJwt } from 'jose';
import type { Clock } from './clock.ts';
import { AuthenticationError, InvalidReplyError } from './errors.ts';
import { isTransient } from './retry.ts';
import type { TokenRenewal } from './token-renewal.ts';
import type { Tokens } from './tokens.ts';

/** Who is signed in. */
export interface Session {
  /**
   * The token to send.
   *
   * @throws {AuthenticationError} when nobody is signed in.
   */
  token(): string;
  /** The token to send; null when nobody is signed in. */
  current(): string | null;
  /** The user's rn and the server that issued the token, as the token says. */
  identity(): Identity;
  /** Uses a token that nobody can renew but the application. */
  set(token: string): void;
  /** Uses tokens that renew themselves. */
  adopt(tokens: Tokens): void;
  /** The tokens that renew themselves, if the session has such. */
  tokens(): Tokens | null;
  /** Nobody is signed in any more. */
  end(): void;
  /** Begins to get a new token when most of the current one's time is over: a lease ends with the session that has it. */
  renewEarly(): void;
  /** As {@link Session.renewEarly}, and waits for it where the current token is hardly good any more. */
  freshToken(): Promise<string>;
  /** Gets a new token in place of one the server no longer takes; null when that is not possible. */
  renew(refused: string): Promise<string | null>;
  /** The server refused a token: finds out in the background whether the session has ended, and asks nobody to sign in. */
  doubt(refused: string | null): void;
}

export interface Identity {
  readonly user: string;
  readonly issuer: string;
}

export interface SessionOptions {
  readonly clock: Pick<Clock, 'now' | 'wallTime' | 'random'>;
  /** How tokens that renew themselves do. */
  readonly renewal?: Pick<TokenRenewal, 'renew'> | null;
  /** How the application signs in again, if it can. */
  readonly reauthenticate?: (() => Promise<string>) | undefined;
}

/** What part of a token's time passes before a new one is requested. */
const renewalPart = 0.9;
/** That moment varies by this share of its time, so that processes that share tokens seldom renew at once. */
const jitter = 0.05;
/** The wait before a renewal that did not reach the server is tried again, in milliseconds. */
const renewalPause = 60_000;

interface Current {
  readonly token: string;
  readonly identity: Identity;
  readonly tokens: Tokens | null;
}

export function createSession({ clock, renewal = null, reauthenticate }: SessionOptions): Session {
  let current: Current | null = null;
  let renewing: Promise<void> | null = null;
  /** When a new token is requested before the server refuses the current one. */
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

  /** @throws {AuthenticationError} when the session has ended: then nobody is signed in. */
  async function renewSilently(tokens: Tokens): Promise<void> {
    try {
      const next = await renewal?.renew(tokens);
      // A sign-in or sign-out meanwhile wins.
      if (next && current?.tokens === tokens) adopt(next);
    } catch (error) {
      if (error instanceof AuthenticationError && current?.tokens === tokens) end();
      throw error;
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
    const token = await reauthenticate?.();
    // A sign-in of this session has set it already, maybe with tokens that renew themselves.
    if (token !== undefined && token !== current?.token) set(token);
  }

  /** Single flight: several requests may need a new token at once; the user is asked once. */
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
      // A user who does not want to sign in now is asked again when the session has ended.
      if (isTransient(error)) renewAt = clock.now() + renewalPause;
    });
  }

  return {
    token: () => signedIn().token,
    current: () => current?.token ?? null,
    identity: () => signedIn().identity,
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
