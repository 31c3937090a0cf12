import type { CloudUser } from '@keyhold/contract';
import { ProblemError } from '../../problem.ts';
import { signCompact } from '../../tokens/compact-jws.ts';
import type { SigningKeys } from '../../tokens/signing-keys.ts';
import { algorithm } from '../../tokens/signing-keys.ts';
import { issuer, signToken, verifyCompact } from '../../tokens/tokens.ts';

/** How long an access token is valid, in seconds. */
const accessSeconds = 3600;
const refreshType = 'refresh+jwt';
const refreshAudience = 'keyhold-refresh';

/** The session from which its tokens are signed. */
export interface RenewableSession {
  readonly id: string;
  readonly expiresOn: Date;
  /** How often it was renewed; the refresh token that is valid now carries this number. */
  readonly renewals: number;
  readonly renewedOn: Date;
}

/** A reply of RFC 6749, section 5.1. */
export interface TokenReply {
  readonly access_token: string;
  readonly token_type: 'Bearer';
  readonly expires_in: number;
  readonly refresh_token: string;
}

/**
 * Signs the pair of tokens of a session as last renewed. Signing the same row again yields the same pair, because
 * Ed25519 is deterministic: a lost reply is repeated without being stored.
 */
export async function signPair(keys: SigningKeys, session: RenewableSession, user: CloudUser): Promise<TokenReply> {
  const begun = Math.floor(session.renewedOn.getTime() / 1000);
  const ends = Math.floor(session.expiresOn.getTime() / 1000);
  const expires = Math.min(begun + accessSeconds, ends);
  const signed = { ...session, createdOn: session.renewedOn, expiresOn: new Date(expires * 1000) };
  return {
    access_token: await signToken(keys, signed, user),
    token_type: 'Bearer',
    expires_in: expires - begun,
    refresh_token: await signRefreshToken(keys, session),
  };
}

/** Signs the refresh token that is valid after the last renewal of a session. */
export async function signRefreshToken(keys: SigningKeys, session: RenewableSession): Promise<string> {
  const { id, privateKey } = await keys.current();
  const claims = {
    iss: issuer,
    aud: refreshAudience,
    sid: session.id,
    n: session.renewals,
    iat: Math.floor(session.renewedOn.getTime() / 1000),
    exp: Math.floor(session.expiresOn.getTime() / 1000),
  };
  return signCompact({ alg: algorithm, typ: refreshType, kid: id }, claims, privateKey);
}

/** Reads the session of a refresh token, and how often it had been renewed. Null for a token that is not valid. */
export async function readRefreshToken(
  keys: SigningKeys,
  token: string,
): Promise<{ readonly session: string; readonly renewals: number } | null> {
  const checks = { audience: refreshAudience, typ: refreshType, requiredClaims: ['exp', 'sid', 'n'] };
  try {
    const { payload } = await verifyCompact(keys, token, checks);
    const { sid, n } = payload;
    return typeof sid === 'string' && typeof n === 'number' ? { session: sid, renewals: n } : null;
  } catch (error) {
    if (error instanceof ProblemError) return null;
    throw error;
  }
}
