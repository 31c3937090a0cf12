import { request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';
import { isIP } from 'node:net';
import { isPublicAddress, lookUpPublic, PrivateAddressError } from '../network/public-address.ts';
import { version } from '../version.ts';

/** Longest time from the first byte sent to the response, in milliseconds, unless another is given. */
const usualTimeout = 10_000;

export interface WebhookRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Whether addresses of this machine and of the networks around it are allowed. */
  readonly allowPrivate: boolean;
  /** Longest time from the first byte sent to the response, in milliseconds. */
  readonly timeout?: number | undefined;
}

/**
 * Sends a request and returns the status of the response, whose body is not read. Redirects are not followed.
 *
 * @param signal ends the waiting
 * @throws {Error} a sentence for people, when there was no response.
 */
export function postWebhook(
  { url, headers, body, allowPrivate, timeout = usualTimeout }: WebhookRequest,
  signal: AbortSignal,
): Promise<number> {
  const target = new URL(url);
  const host = target.hostname.replace(/^\[|\]$/g, '');
  const limit = AbortSignal.timeout(timeout);
  return new Promise((resolve, reject) => {
    // A literal address is connected to without a lookup.
    if (!allowPrivate && isIP(host) && !isPublicAddress(host)) throw new PrivateAddressError(host);
    const send = target.protocol === 'https:' ? requestSecure : requestPlain;
    const outgoing = send(target, {
      method: 'POST',
      headers: {
        ...headers,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        'user-agent': `Keyhold/${version}`,
      },
      agent: false,
      signal: AbortSignal.any([signal, limit]),
      ...(allowPrivate ? {} : { lookup: lookUpPublic }),
    });
    outgoing.on('error', (error: NodeJS.ErrnoException) => {
      if (error instanceof PrivateAddressError) return reject(error);
      const late = limit.aborted ? new Error(`There was no answer within ${timeout / 1000} seconds.`) : null;
      reject(late ?? new Error(reasons[error.code ?? ''] ?? `The connection failed: ${error.message}.`));
    });
    outgoing.on('response', (response) => {
      resolve(response.statusCode ?? 0);
      response.destroy();
    });
    outgoing.end(body);
  });
}

const reasons: Readonly<Record<string, string>> = {
  ENOTFOUND: 'There is no host of this name.',
  ECONNREFUSED: 'The host refuses connections at this port.',
  ECONNRESET: 'The host broke the connection off.',
  EHOSTUNREACH: 'The host cannot be reached.',
};
