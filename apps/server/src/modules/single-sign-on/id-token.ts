import { emailLimit, nameLimit, rawLimit } from '@keyhold/contract';
import { SignInFailure } from './failures.ts';
import { clockTolerance } from './providers.ts';

/** The claims of a person, in a token whose signature, issuer, audience, nonce and expiry were checked. */
export interface Claims {
  readonly iss: string;
  readonly sub: string;
  readonly [claim: string]: unknown;
}

/** Longest subject, as in OpenID Connect. */
const subjectLimit = 255;

/**
 * Checks what the client library does not: rejects a token that was issued to another client, in the future, or to
 * nobody.
 *
 * @throws {SignInFailure} with the reason
 */
export function checkClaims(
  claims: { readonly [claim: string]: unknown } | undefined,
  clientId: string,
  time: Date,
): Claims {
  const refuse = (reason: string): never => {
    throw new SignInFailure('sign-in-failed', reason);
  };
  if (!claims) return refuse('The provider answered no ID token.');
  const { iss, sub, azp, iat } = claims;
  if (azp !== undefined && azp !== clientId) refuse('The ID token was issued to another client (azp).');
  if (typeof iat !== 'number' || iat > time.getTime() / 1000 + clockTolerance) {
    refuse('The ID token was issued in the future (iat).');
  }
  if (typeof iss !== 'string' || typeof sub !== 'string' || sub.length > subjectLimit || sub.trim() === '') {
    return refuse('The ID token names nobody (sub).');
  }
  if (/[\p{Cc}\p{Cs}]/u.test(sub)) refuse('The ID token names nobody (sub).');
  return { ...claims, iss, sub };
}

/** Longest text of a claim other than a name and the e-mail, in characters. */
const textLimit = 1_000;

const limits: Readonly<Record<string, number>> = {
  email: emailLimit,
  name: nameLimit,
  given_name: nameLimit,
  family_name: nameLimit,
};

/**
 * The claims without the texts that are too long to be looked at. A list keeps its other entries.
 *
 * @throws {SignInFailure} when the e-mail is one of them: the person could not be found by it
 */
export function boundedClaims({ iss, sub, ...others }: Claims): Claims {
  const claims: Record<string, unknown> = {};
  for (const [name, claim] of Object.entries(others)) {
    const limit = limits[name] ?? textLimit;
    if (Array.isArray(claim)) claims[name] = claim.filter((one) => !isTooLong(one, nameLimit));
    else if (!isTooLong(claim, limit)) claims[name] = claim;
    else if (name === 'email')
      throw new SignInFailure('sign-in-failed', 'The e-mail is none that a user can have here.');
  }
  return { ...claims, iss, sub };
}

function isTooLong(claim: unknown, limit: number): boolean {
  return typeof claim === 'string' && claim.length > rawLimit(limit);
}

/** A claim that is a text PostgreSQL can store, or null. */
export function textOf(claim: unknown): string | null {
  if (isTooLong(claim, textLimit) || typeof claim !== 'string' || claim === '' || claim.includes('\0')) return null;
  // Cutting may leave half a character.
  return claim.slice(0, textLimit).toWellFormed();
}

/** The values of `amr` (RFC 8176) for what users know, and for what they have or are. */
const known: ReadonlySet<unknown> = new Set(['pwd', 'pin', 'kba']);
const owned: ReadonlySet<unknown> = new Set(['otp', 'hwk', 'swk', 'sc', 'sms', 'tel', 'fpt', 'face', 'iris', 'vbm']);

/** Whether a provider reports two factors, as `mfa` or by naming one of each kind. */
export function hasSecondFactor({ amr }: Claims): boolean {
  if (!Array.isArray(amr)) return false;
  return amr.includes('mfa') || (amr.some((one) => known.has(one)) && amr.some((one) => owned.has(one)));
}

/**
 * The e-mail address that a provider has verified, or null. Entra ID reports the verification of the domain's owner
 * instead (`xms_edov`), which is sufficient here.
 */
export function verifiedEmail(claims: Claims): string | null {
  const verified = claims['email_verified'] === true || claims['email_verified'] === 'true';
  const byEntra = /^https:\/\/login\.microsoftonline\.com\//.test(claims.iss) && isTrue(claims['xms_edov']);
  return verified || byEntra ? textOf(claims['email']) : null;
}

function isTrue(claim: unknown): boolean {
  return claim === true || claim === 1 || claim === '1' || claim === 'true';
}
