import { Secret, TOTP } from 'otpauth';

const period = 30;
/** Steps that a clock may be ahead or behind. */
const drift = 1;

/** A new secret for an authenticator app: 160 bits, in base32. */
export function newSecret(): string {
  return new Secret({ size: 20 }).base32;
}

/** The secret as an app reads it from a QR code. */
export function secretUri(secret: string, issuer: string, email: string): string {
  return totpOf(secret, { issuer, label: email }).toString();
}

/**
 * The step of a code (RFC 6238), or null when the code is not valid at this time.
 *
 * @param code as it was typed: spaces and hyphens are ignored
 */
export function stepOf(secret: string, code: string, time: Date): number | null {
  const token = code.replace(/[\s-]/g, '');
  if (!/^\d{6}$/.test(token)) return null;
  const delta = totpOf(secret).validate({ token, timestamp: time.getTime(), window: drift });
  return delta === null ? null : Math.floor(time.getTime() / 1000 / period) + delta;
}

function totpOf(secret: string, naming: { readonly issuer?: string; readonly label?: string } = {}): TOTP {
  return new TOTP({ ...naming, secret, algorithm: 'SHA1', digits: 6, period });
}
