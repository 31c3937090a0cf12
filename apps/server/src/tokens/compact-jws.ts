import { type KeyObject, sign } from 'node:crypto';

/**
 * Signs claims as a compact JWS (RFC 7515, section 7.1) with Ed25519, synchronously on this thread: a library's
 * promises and the thread pool take several times as long as the signature itself, and a busy server signs thousands
 * per second.
 *
 * @param header including its `alg`, which is `Ed25519`
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
