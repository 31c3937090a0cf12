import type { ConnectionFailure } from '@keyhold/contract';

/** Why a host did not respond: a code, and a sentence for people. */
export class ConnectionError extends Error {
  readonly failure: ConnectionFailure;
  constructor(failure: ConnectionFailure, sentence: string, options?: ErrorOptions) {
    super(sentence, options);
    this.name = 'ConnectionError';
    this.failure = failure;
  }
}

/** The error for a connection to a forbidden address. */
export function privateAddressError(host: string): ConnectionError {
  return new ConnectionError('private-address', `${host} is not an address on the open internet.`);
}

/** The error for a connection that took longer than the limit, in milliseconds. */
export function timeoutError(limit: number): ConnectionError {
  return new ConnectionError('timeout', `There was no answer within ${limit / 1000} seconds.`);
}

/** Converts an error of Node.js to a {@link ConnectionError}. */
export function connectionError(error: NodeJS.ErrnoException): ConnectionError {
  if (error instanceof ConnectionError) return error;
  const [failure, sentence] = reasons[error.code ?? ''] ?? (['connection-failed', 'The connection failed.'] as const);
  return new ConnectionError(failure, sentence, { cause: error });
}

const unreachable = ['host-unreachable', 'The host cannot be reached.'] as const;
const untrusted = ['untrusted-certificate', 'The certificate of the host is not trusted.'] as const;

/** By error code of Node.js or its OpenSSL. */
const reasons: Readonly<Record<string, readonly [ConnectionFailure, string]>> = {
  ENOTFOUND: ['unknown-host', 'There is no host of this name.'],
  ECONNREFUSED: ['connection-refused', 'The host refuses connections at this port.'],
  ECONNRESET: ['connection-reset', 'The host broke the connection off.'],
  EHOSTUNREACH: unreachable,
  ENETUNREACH: unreachable,
  // Callers abort a request only when it takes too long.
  ABORT_ERR: ['timeout', 'There was no answer in time.'],
  EPROTO: ['no-https', 'The host does not answer by https at this port.'],
  CERT_HAS_EXPIRED: untrusted,
  DEPTH_ZERO_SELF_SIGNED_CERT: untrusted,
  SELF_SIGNED_CERT_IN_CHAIN: untrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrusted,
  ERR_TLS_CERT_ALTNAME_INVALID: untrusted,
};
