import * as oauth from 'oauth4webapi';
import { AuthenticationError, InvalidReplyError, KeyholdError, SignInError, UnreachableError } from './errors.ts';
import { isBusy, noReply } from './refusal.ts';

/** The error codes of a busy or failing server (RFC 6749, section 4.1.2.1). */
const passing = new Set(['temporarily_unavailable', 'server_error']);

/** The typed error for a failed request to the authorization server, or a failure in its response by the browser. */
export function oauthFailureOf(error: unknown): KeyholdError {
  if (error instanceof KeyholdError) return error;
  if (error instanceof oauth.ResponseBodyError) {
    const { status, response } = error;
    return oauthRefusalOf(error.error, error.error_description, status, response);
  }
  if (error instanceof oauth.AuthorizationResponseError) {
    return oauthRefusalOf(error.error, error.error_description, 400, null);
  }
  if (error instanceof oauth.OperationProcessingError && error.cause instanceof Response) {
    const response = error.cause;
    if (isBusy(response.status)) return noReply(`The server answered ${response.status}.`, response);
  }
  if (isConnectionFailure(error)) {
    return new UnreachableError('The license server cannot be reached.', { cause: error });
  }
  return new InvalidReplyError('The server did not answer as an authorization server does. Check the base address.', {
    cause: error,
  });
}

function oauthRefusalOf(
  code: string,
  description: string | undefined,
  status: number,
  response: Response | null,
): KeyholdError {
  const sentence = description ?? `The server refused: ${code}.`;
  if (isBusy(status) || passing.has(code)) return noReply(sentence, response);
  if (code === 'invalid_grant' || code === 'invalid_client') {
    return new AuthenticationError('authentication', sentence, status);
  }
  if (code === 'access_denied') return new SignInError('denied', 'The sign-in was denied.');
  if (code === 'expired_token') return new SignInError('expired', 'The code has expired. Sign in again.');
  return new SignInError('refused', sentence);
}

/** `fetch` reports a failed connection as a TypeError without a code, and a timeout as an abort. */
function isConnectionFailure(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return error.name === 'AbortError' || (error instanceof TypeError && !('code' in error));
}
