import { createHmac, randomBytes } from 'node:crypto';

const prefix = 'whsec_';

/** A new key that signs the requests to a webhook: 256 random bits. */
export function newWebhookSecret(): string {
  return prefix + randomBytes(32).toString('base64');
}

/**
 * The headers by which a receiver verifies that a request is authentic, recent and not a replay (Standard Webhooks 1.0.0).
 *
 * @param secrets the keys to sign with: more than one while a key is being changed
 * @param seconds the time of sending, in seconds since 1970
 */
export function signatureHeaders(
  id: string,
  seconds: number,
  body: string,
  secrets: readonly string[],
): Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string> {
  const signed = `${id}.${seconds}.${body}`;
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(prefix.length), 'base64');
    return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
  });
  return { 'webhook-id': id, 'webhook-timestamp': String(seconds), 'webhook-signature': signatures.join(' ') };
}
