import * as openid from 'openid-client';
import type { Connection } from './connections.sql.ts';
import { SignInFailure } from './failures.ts';
import { type Claims, checkClaims, textOf } from './id-token.ts';
import { reasonOf } from './providers.ts';

/** The values of a pending sign-in that the provider's response must match. */
interface Expected {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/**
 * Exchanges the code of a provider's response for the claims of the person: those of its ID token, and those of the
 * userinfo endpoint, because a provider may omit e-mail and groups from ID tokens.
 *
 * @param current the address to which the provider redirected the browser
 * @throws {SignInFailure} with the reason
 */
export async function exchangeCode(
  provider: openid.Configuration,
  current: URL,
  { state, nonce, verifier }: Expected,
  connection: Connection,
): Promise<Claims> {
  const tokens = await openid
    .authorizationCodeGrant(provider, current, {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      idTokenExpected: true,
    })
    .catch(refuse);
  const claims = checkClaims(tokens.claims(), connection['client-id'], new Date());
  const wanted = ['email', connection['tags-claim']].filter((name) => name !== null);
  if (wanted.every((name) => name in claims) || !provider.serverMetadata().userinfo_endpoint) return claims;
  const more = await openid.fetchUserInfo(provider, tokens.access_token, claims.sub).catch(refuse);
  return { ...more, ...claims };
}

/** Distinguishes a provider's refusal from an invalid response, and from a missing one. */
function refuse(error: unknown): never {
  if (error instanceof openid.AuthorizationResponseError || error instanceof openid.ResponseBodyError) {
    const description = textOf(error.error_description);
    throw new SignInFailure('sign-in-failed', `The provider refused: ${error.error}.`, { description });
  }
  const answered =
    error instanceof openid.ClientError && error.code?.startsWith('OAUTH_') && error.code !== 'OAUTH_TIMEOUT';
  throw answered
    ? new SignInFailure('sign-in-failed', `What the provider answered is not right: ${reasonOf(error)}`)
    : new SignInFailure('provider-unavailable', `The provider cannot be reached: ${reasonOf(error)}`);
}
