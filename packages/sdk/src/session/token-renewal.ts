import { decodeJwt } from 'jose';
import { AuthenticationError, UnreachableError } from '../replies/errors.ts';
import type { KeyholdStore } from '../store/store.ts';
import { backoff } from '../time/backoff.ts';
import { type Clock, pause } from '../time/clock.ts';
import type { AuthorizationServer } from './authorization-server.ts';
import { readTokens, type Tokens, writeTokens } from './tokens.ts';

/*
 * The server repeats its reply within 10 s of a renewal, and ends the session at any later use of the refresh token. A
 * run whose first reply is lost stores the second one after at most repeatFor + longestPause + renewalTimeout. Another
 * run that read the store just before reaches the server within another renewalTimeout: 9 s. All in milliseconds.
 */
/** The time limit of one attempt to renew. */
const renewalTimeout = 2500;
/** How long after the first attempt the same refresh token is retried. */
const repeatFor = 3000;
/** The longest delay before a retry. */
const longestPause = 1000;

/** Stores and renews tokens. Several processes may share the store. */
export interface TokenRenewal {
  /** The stored tokens; null when no user is signed in. */
  restore(): Promise<Tokens | null>;
  keep(tokens: Tokens): Promise<void>;
  /**
   * The next pair: the one that another process has stored meanwhile, or a new one from the server.
   *
   * @throws {AuthenticationError} when the session ended; the tokens are then deleted.
   * @throws {UnreachableError} when the server cannot be reached; the tokens are kept.
   */
  renew(tokens: Tokens): Promise<Tokens>;
  /** Deletes the tokens of the signed-in user. */
  forget(): Promise<void>;
}

export interface TokenRenewalOptions {
  readonly store: KeyholdStore;
  /** The name of the stored tokens, specific to one application at one server. */
  readonly name: string;
  readonly server: () => AuthorizationServer;
  readonly clock: Clock;
}

export function createTokenRenewal({ store, name, server, clock }: TokenRenewalOptions): TokenRenewal {
  /** Refresh tokens that this process has used; after a failed write the store still has one of them. */
  const used = new Set<string>();

  async function restore(): Promise<Tokens | null> {
    const tokens = readTokens(await store.get(name));
    return tokens && userOf(tokens) !== null ? tokens : null;
  }

  async function keep(tokens: Tokens): Promise<void> {
    await store.set(name, writeTokens(tokens));
  }

  async function forget(): Promise<void> {
    await store.set(name, null);
  }

  /** The newest tokens of this user: the stored ones, if another process stored them. */
  async function newest(tokens: Tokens): Promise<Tokens> {
    const stored = await restore();
    if (!stored) throw signedOut('The user was signed out by another run of the application.');
    if (stored.refresh === tokens.refresh || used.has(stored.refresh)) return tokens;
    if (userOf(stored) !== userOf(tokens))
      throw signedOut('Somebody else has signed in by another run of the application.');
    used.add(tokens.refresh);
    return stored;
  }

  const isGood = ({ expiresOn }: Tokens) => expiresOn - clock.wallTime() > renewalTimeout;

  /** Another process that shares the store waits meanwhile: then it finds the new pair there. */
  async function renewAlone(before: Tokens): Promise<Tokens> {
    const begun = clock.now();
    for (let failures = 1; ; failures += 1) {
      const tokens = await newest(before);
      if (tokens !== before && isGood(tokens)) return tokens;
      try {
        const next = await server().renew(tokens.refresh, renewalTimeout);
        used.add(tokens.refresh);
        // A full disk must not lose the new pair, which is valid in this run.
        await keep(next).catch(() => undefined);
        return next;
      } catch (error) {
        if (error instanceof AuthenticationError) {
          const other = await newest(tokens);
          if (other !== tokens) return other;
          await forget().catch(() => undefined);
          throw error;
        }
        const lost = error instanceof UnreachableError && error.retryAfterMs === null;
        if (!lost || clock.now() - begun >= repeatFor) throw error;
        await pause(clock, Math.min(longestPause, backoff(failures, clock.random())));
      }
    }
  }

  return {
    restore,
    keep,
    forget,
    async renew(before) {
      await server().find();
      const renewIt = () => renewAlone(before);
      return store.exclusively ? store.exclusively(name, renewIt) : renewIt();
    },
  };
}

/** The user of the tokens; null when they are not tokens of Keyhold. */
function userOf({ access }: Tokens): string | null {
  try {
    return decodeJwt(access).sub ?? null;
  } catch {
    return null;
  }
}

function signedOut(sentence: string): AuthenticationError {
  return new AuthenticationError('authentication', sentence, 401);
}
