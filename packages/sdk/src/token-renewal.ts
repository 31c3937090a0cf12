import { decodeJwt } from 'jose';
import type { AuthorizationServer } from './authorization-server.ts';
import { backoff } from './backoff.ts';
import { type Clock, pause } from './clock.ts';
import { AuthenticationError, UnreachableError } from './errors.ts';
import type { KeyholdStore } from './store.ts';
import { readTokens, type Tokens, writeTokens } from './tokens.ts';

/*
 * The server repeats its reply within 10 s of a renewal, and ends the session at any later use of the same refresh token. A
 * run whose first reply is lost has stored its second one after repeatFor + longestPause + renewalTimeout at most; another
 * that read the store just before that reaches the server within renewalTimeout more: 9 s. All in milliseconds.
 */
/** How long one try to renew may take. */
const renewalTimeout = 2500;
/** For so long after the first try the same refresh token is sent again. */
const repeatFor = 3000;
/** The longest wait before that. */
const longestPause = 1000;

/** Tokens in the store, which several processes may share, and how they are renewed. */
export interface TokenRenewal {
  /** The stored tokens; null when nobody is signed in. */
  restore(): Promise<Tokens | null>;
  keep(tokens: Tokens): Promise<void>;
  /**
   * The next pair: what another process has got meanwhile, or a new one of the server.
   *
   * @throws {AuthenticationError} when the session has ended; the tokens are forgotten then.
   * @throws {UnreachableError} when the server cannot be reached; the tokens stay.
   */
  renew(tokens: Tokens): Promise<Tokens>;
  /** Deletes the tokens of the signed-in user. */
  forget(): Promise<void>;
}

export interface TokenRenewalOptions {
  readonly store: KeyholdStore;
  /** Under which name the tokens are kept: those of one application at one server. */
  readonly name: string;
  readonly server: () => AuthorizationServer;
  readonly clock: Clock;
}

export function createTokenRenewal({ store, name, server, clock }: TokenRenewalOptions): TokenRenewal {
  /** Refresh tokens that this process has used: a store that could not be written still has one of them. */
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

  /** The newest tokens of this person: those of the store, if another process has put them there. */
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

  return {
    restore,
    keep,
    forget,
    async renew(before) {
      await server().find();
      const begun = clock.now();
      for (let failures = 1; ; failures += 1) {
        const tokens = await newest(before);
        if (tokens !== before && isGood(tokens)) return tokens;
        try {
          const next = await server().renew(tokens.refresh, renewalTimeout);
          used.add(tokens.refresh);
          // A full disk must not cost the new pair, which is good in this run.
          await keep(next).catch(() => undefined);
          return next;
        } catch (error) {
          if (error instanceof AuthenticationError) {
            const other = await newest(tokens);
            if (other !== tokens) return other;
            await forget();
            throw error;
          }
          const lost = error instanceof UnreachableError && error.retryAfterMs === null;
          if (!lost || clock.now() - begun >= repeatFor) throw error;
          await pause(clock, Math.min(longestPause, backoff(failures, clock.random())));
        }
      }
    },
  };
}

/** Whose tokens they are; null when they are no tokens of Keyhold. */
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
