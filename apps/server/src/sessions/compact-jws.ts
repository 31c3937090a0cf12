import { type KeyObject, sign } from 'node:crypto';

/**
 * Signs claims as a compact JWS (RFC 7515, section 7.1) by Ed25519, synchronously on this thread: going through a
 * library's promises and the thread pool takes several times as long as the signature itself, and a busy server signs
 * thousands a second.
 *
 * @param header with its `alg`, which is `Ed25519`
 */
export function signCompact(
  header: Readonly<Record<string, unknown>>,
  claims: Readonly<Record<string, unknown>>,
  key: KeyObject,
): string {
  const signed = `${encode(header)}.${encode(claims)}`;
  return `${signed}.${sign(null, Buffer.from(signed), key).toString('base64url')}`;
}

function encode(part: Readonly<Record<string, unknown>>): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}
