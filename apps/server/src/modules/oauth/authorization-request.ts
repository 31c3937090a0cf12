import type { Transaction } from '../../db/database.ts';
import { type Client, requireClient } from './clients.ts';
import { isLoopbackRedirect } from './loopback.ts';
import { OAuthError } from './oauth-error.ts';
import { type Parameters, readDeviceName, requireParameter } from './parameters.ts';

/** Where the response to an authorization request may be sent. */
interface Destination {
  readonly client: Client;
  readonly redirect: string;
  readonly state: string | null;
}

/** A valid authorization request (RFC 6749, section 4.1.1). */
export interface AuthorizationRequest extends Destination {
  readonly challenge: string;
  readonly device: string | null;
}

/**
 * Reads where the response to an authorization request is sent. An error here is reported to the user, without a
 * redirect.
 *
 * @param options as of {@link requireClient}
 * @throws {OAuthError} when there is no such application, or its redirect address is not allowed
 */
export async function readDestination(
  tx: Transaction,
  parameters: Parameters,
  options?: { readonly lock?: boolean },
): Promise<Destination> {
  const client = await requireClient(tx, parameters, options);
  const redirect = requireParameter(parameters, 'redirect_uri');
  if (!isLoopbackRedirect(redirect)) {
    throw new OAuthError(
      'invalid_request',
      'redirect_uri must begin with http://127.0.0.1:{port}/ or http://[::1]:{port}/, and have no fragment.',
    );
  }
  return { client, redirect, state: parameters.get('state') };
}

/**
 * Reads the content of an authorization request. An error here is reported to the application, by a redirect.
 *
 * @throws {OAuthError} when it does not request a code, or has no S256 challenge
 */
export function readAuthorizationRequest(destination: Destination, parameters: Parameters): AuthorizationRequest {
  if (requireParameter(parameters, 'response_type') !== 'code') {
    throw new OAuthError('unsupported_response_type', 'response_type must be code.');
  }
  if (parameters.get('code_challenge_method') !== 'S256') {
    throw new OAuthError('invalid_request', 'code_challenge_method must be S256.');
  }
  const challenge = requireParameter(parameters, 'code_challenge');
  if (!/^[\w-]{43}$/.test(challenge)) {
    throw new OAuthError('invalid_request', 'code_challenge must be the SHA-256 of the verifier, in base64url.');
  }
  if ((destination.state?.length ?? 0) > 2000) throw new OAuthError('invalid_request', 'state is too long.');
  return { ...destination, challenge, device: readDeviceName(parameters) };
}

/** The address that sends an application its response, with `iss` (RFC 9207). */
export function responseAddress(
  { redirect, state }: Destination,
  issuer: string,
  answer: Readonly<Record<string, string>>,
): string {
  const parameters = new URLSearchParams({ ...answer, ...(state === null ? {} : { state }), iss: issuer });
  return `${redirect}${redirect.includes('?') ? '&' : '?'}${parameters}`;
}
