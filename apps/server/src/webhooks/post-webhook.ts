import { request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';
import { isIP } from 'node:net';
import type { DeliveryFailure } from '@keyhold/contract';
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

/** Why there was no response: a code, and a sentence for people. */
export class DeliveryError extends Error {
  readonly failure: DeliveryFailure;
  constructor(failure: DeliveryFailure, sentence: string, options?: ErrorOptions) {
    super(sentence, options);
    this.name = 'DeliveryError';
    this.failure = failure;
  }
}

/**
 * Sends a request and returns the status of the response, whose body is not read. Redirects are not followed.
 *
 * @param signal ends the waiting
 * @throws {DeliveryError} when there was no response.
 */
export async function postWebhook(request: WebhookRequest, signal: AbortSignal): Promise<number> {
  const { timeout = usualTimeout } = request;
  const limit = AbortSignal.timeout(timeout);
  try {
    return await post(request, AbortSignal.any([signal, limit]));
  } catch (error) {
    if (!limit.aborted) throw deliveryError(error as NodeJS.ErrnoException);
    throw new DeliveryError('timeout', `There was no answer within ${timeout / 1000} seconds.`);
  }
}

function post({ url, headers, body, allowPrivate }: WebhookRequest, signal: AbortSignal): Promise<number> {
  const target = new URL(url);
  const host = target.hostname.replace(/^\[|\]$/g, '');
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
      signal,
      ...(allowPrivate ? {} : { lookup: lookUpPublic }),
    });
    outgoing.on('error', reject);
    outgoing.on('response', (response) => {
      resolve(response.statusCode ?? 0);
      response.destroy();
    });
    outgoing.end(body);
  });
}

function deliveryError(error: NodeJS.ErrnoException): DeliveryError {
  if (error instanceof PrivateAddressError) return new DeliveryError('private-address', error.message);
  const [failure, sentence] = reasons[error.code ?? ''] ?? (['connection-failed', 'The connection failed.'] as const);
  return new DeliveryError(failure, sentence, { cause: error });
}

const unreachable = ['host-unreachable', 'The host cannot be reached.'] as const;
const untrusted = ['untrusted-certificate', 'The certificate of the host is not trusted.'] as const;

/** By the error codes of Node.js and of its OpenSSL. */
const reasons: Readonly<Record<string, readonly [DeliveryFailure, string]>> = {
  ENOTFOUND: ['unknown-host', 'There is no host of this name.'],
  ECONNREFUSED: ['connection-refused', 'The host refuses connections at this port.'],
  ECONNRESET: ['connection-reset', 'The host broke the connection off.'],
  EHOSTUNREACH: unreachable,
  ENETUNREACH: unreachable,
  EPROTO: ['no-https', 'The host does not answer by https at this port.'],
  CERT_HAS_EXPIRED: untrusted,
  DEPTH_ZERO_SELF_SIGNED_CERT: untrusted,
  SELF_SIGNED_CERT_IN_CHAIN: untrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrusted,
  ERR_TLS_CERT_ALTNAME_INVALID: untrusted,
};
