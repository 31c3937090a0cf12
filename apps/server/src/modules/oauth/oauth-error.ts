/** The codes of RFC 6749, 7009 and 8628 that this server returns. */
type OAuthErrorCode =
  | 'access_denied'
  | 'authorization_pending'
  | 'expired_token'
  | 'invalid_client'
  | 'invalid_grant'
  | 'invalid_request'
  | 'server_error'
  | 'slow_down'
  | 'temporarily_unavailable'
  | 'unauthorized_client'
  | 'unsupported_grant_type'
  | 'unsupported_response_type'
  | 'unsupported_token_type';

/** A refusal in the shape of RFC 6749, section 5.2. */
export class OAuthError extends Error {
  readonly code: OAuthErrorCode;
  readonly status: number;

  /**
   * @param description of the characters that RFC 6749 allows: ASCII without \ and "
   * @param status 401 only for a client that sent an Authorization header: the reply must name the scheme
   */
  constructor(code: OAuthErrorCode, description: string, status = 400) {
    super(description);
    this.name = 'OAuthError';
    this.code = code;
    this.status = status;
  }
}

/** The code, device code or refresh token is unknown, belongs to another application, or is no longer valid. */
export function invalidGrant(): OAuthError {
  return new OAuthError('invalid_grant', 'This grant is not valid, or not any more. Sign in again.');
}
