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

  constructor(code: OAuthErrorCode, description: string, status = code === 'invalid_client' ? 401 : 400) {
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
