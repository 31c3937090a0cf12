import type { CloudUser } from '@keyhold/contract';
import { decodeProtectedHeader, errors, type JWTPayload, type JWTVerifyOptions, jwtVerify } from 'jose';
import { ProblemError, unauthenticated } from '../problem.ts';
import { signCompact } from './compact-jws.ts';
import { algorithm, type SigningKeys } from './signing-keys.ts';

/** The issuer of every token (`iss`). */
export const issuer = 'keyhold';
const audience = 'keyhold-api';

/** The claims that the server reads; everything else comes from the database. */
interface TokenSubject {
  readonly user: string;
  readonly session: string;
  /** When the token expires, in seconds since 1970. */
  readonly expires: number;
  /** The id of the key that signed it. */
  readonly key: string;
  /** The token's own id (`jti`); null in a token from before they had one. */
  readonly id: string | null;
}

/** The session that a token is signed for. */
interface SignedSession {
  readonly id: string;
  readonly createdOn: Date;
  readonly expiresOn: Date;
  /** How often it was renewed; null for a session that is not renewable. */
  readonly renewals?: number | null;
}

/** The id of a session's token (`jti`), which differs after each renewal, also of those within one second. */
export function tokenIdOf({ id, renewals = null }: Pick<SignedSession, 'id' | 'renewals'>): string {
  return renewals === null ? id : `${id}.${renewals}`;
}

/** Signs a session's token; `cloud-user` is only for the console. */
export async function signToken(keys: SigningKeys, session: SignedSession, user: CloudUser): Promise<string> {
  const { id, privateKey } = await keys.current();
  const claims = {
    sid: session.id,
    jti: tokenIdOf(session),
    'cloud-user': textOf(user),
    iss: issuer,
    aud: audience,
    sub: user.rn,
    iat: Math.floor(session.createdOn.getTime() / 1000),
    exp: Math.floor(session.expiresOn.getTime() / 1000),
  };
  return signCompact({ alg: algorithm, typ: 'JWT', kid: id }, claims, privateKey);
}

/**
 * Longest user in a token, in bytes of JSON: each request sends the token in a header line, of which proxies accept 8 KiB
 * by default.
 */
const longestUser = 2500;

/** The user as JSON; a long one is without the fields of any length, which the console does not read from the token. */
function textOf(user: CloudUser): string {
  const whole = JSON.stringify(user);
  if (Buffer.byteLength(whole) <= longestUser) return whole;
  return JSON.stringify({ ...user, tags: [], description: '' });
}

/**
 * Verifies a token's signature, issuer, audience and time.
 *
 * @throws {ProblemError} 401 'Authorization token expired' when expiry is its only fault; 401 'Authentication is
 * required.' for any other fault
 */
export async function verifyToken(keys: SigningKeys, token: string): Promise<TokenSubject> {
  const checks = { audience, requiredClaims: ['exp', 'sub', 'sid'] };
  const { key, payload } = await verifyCompact(keys, token, checks, expired);
  const { sub, sid, exp, jti } = payload;
  if (typeof sub !== 'string' || typeof sid !== 'string' || exp === undefined) throw unauthenticated();
  return { user: sub, session: sid, expires: exp, key, id: typeof jti === 'string' ? jti : null };
}

/**
 * Verifies a token of this issuer with the key that it names.
 *
 * @throws {ProblemError} `whenExpired` when expiry is its only fault; 401 for any other fault
 */
export async function verifyCompact(
  keys: SigningKeys,
  token: string,
  checks: JWTVerifyOptions,
  whenExpired: () => ProblemError = unauthenticated,
  algorithms: readonly string[] = [algorithm],
): Promise<{ readonly key: string; readonly payload: JWTPayload }> {
  try {
    const { kid } = decodeProtectedHeader(token);
    const key = kid === undefined ? null : await keys.publicKey(kid);
    if (!key || kid === undefined) throw unauthenticated();
    const { payload } = await jwtVerify(token, key, { ...checks, issuer, algorithms: [...algorithms] });
    return { key: kid, payload };
  } catch (error) {
    if (error instanceof errors.JWTExpired) throw whenExpired();
    if (error instanceof errors.JOSEError || error instanceof TypeError || error instanceof SyntaxError) {
      throw unauthenticated();
    }
    throw error;
  }
}

function expired(): ProblemError {
  return new ProblemError(401, [{ code: 'token-expired', message: 'Authorization token expired' }]);
}
