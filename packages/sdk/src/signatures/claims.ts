import { InvalidReplyError } from '../replies/errors.ts';
import { isRecord, numberOrNull, textOrNull } from '../replies/json.ts';

/** The terms of the license, as signed by the server. */
export interface Certificate {
  /** The rn of the product. */
  readonly product: string;
  readonly type: 'Perpetual' | 'Subscription' | 'Trial';
  readonly version: string;
  /** When the license ends, ISO 8601; null when it does not. */
  readonly expiry: string | null;
  readonly maintenanceEnd: string | null;
  /** How long the license goes on after its end, ISO 8601; null where it does not. */
  readonly graceUntil: string | null;
}

/** The signed statement that this client holds a seat. Times are seconds since 1970 on the server's clock. */
export interface LeaseClaims {
  readonly issuer: string;
  readonly audience: string;
  readonly user: string;
  readonly issuedAt: number;
  readonly expiresAt: number;
  /** Until when the seat stays reserved while the server cannot be reached. */
  readonly graceUntil: number;
  readonly epoch: number;
  readonly seq: number;
  readonly nonce: string | null;
  readonly license: string;
  readonly device: string;
  readonly stream: string;
  readonly mode: 'online' | 'offline';
  readonly certificate: Certificate;
  /** The rns of the add-ons on the license. */
  readonly addons: readonly string[];
}

/**
 * Reads the claims of a lease token whose signature has been verified.
 *
 * @throws {InvalidReplyError} when a claim is missing or has the wrong type.
 */
export function readClaims(payload: unknown): LeaseClaims {
  const claims = isRecord(payload) ? payload : {};
  const certificate = isRecord(claims['cert']) ? claims['cert'] : {};
  const expiresAt = number(claims, 'exp');
  const mode = text(claims, 'mode');
  if (mode !== 'online' && mode !== 'offline') throw missing('mode');
  const type = text(certificate, 'type');
  if (type !== 'Perpetual' && type !== 'Subscription' && type !== 'Trial') throw missing('cert.type');
  const addons = claims['addons'];
  if (!Array.isArray(addons) || !addons.every((addon) => typeof addon === 'string')) throw missing('addons');
  text(claims, 'jti');
  number(claims, 'nbf');
  return {
    issuer: text(claims, 'iss'),
    audience: text(claims, 'aud'),
    user: text(claims, 'sub'),
    issuedAt: number(claims, 'iat'),
    expiresAt,
    graceUntil: Math.max(expiresAt, number(claims, 'grace-exp')),
    epoch: number(claims, 'epoch'),
    seq: number(claims, 'seq'),
    nonce: textOrNone(claims, 'nonce'),
    license: text(claims, 'lic'),
    device: text(claims, 'dev'),
    stream: text(claims, 'stream'),
    mode,
    certificate: {
      product: text(certificate, 'product'),
      type,
      version: text(certificate, 'version'),
      expiry: textOrNone(certificate, 'expiry'),
      maintenanceEnd: textOrNone(certificate, 'maintenance-end'),
      graceUntil: timeOrNone(certificate['grace-exp']),
    },
    addons,
  };
}

function text(claims: Record<string, unknown>, name: string): string {
  const value = textOrNull(claims[name]);
  if (value === null) throw missing(name);
  return value;
}

/** A claim that may be null, but must be present. */
function textOrNone(claims: Record<string, unknown>, name: string): string | null {
  return claims[name] === null ? null : text(claims, name);
}

/** The time of a claim in seconds; null without one, as from an older server. */
function timeOrNone(value: unknown): string | null {
  const seconds = numberOrNull(value);
  return seconds === null ? null : new Date(seconds * 1000).toISOString();
}

function number(claims: Record<string, unknown>, name: string): number {
  const value = numberOrNull(claims[name]);
  if (value === null) throw missing(name);
  return value;
}

function missing(name: string): InvalidReplyError {
  return new InvalidReplyError(`The lease token has no valid claim ${name}.`);
}
