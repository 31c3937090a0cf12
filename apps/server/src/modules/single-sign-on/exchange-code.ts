import * as openid from 'openid-client';
import type { Connection } from './connections.sql.ts';
import { SignInFailure } from './failures.ts';
import { type Claims, checkClaims, textOf } from './id-token.ts';
import { reasonOf } from './providers.ts';

/** What a sign-in that is under way has to find again in the provider's answer. */
interface Expected {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/**
 * Exchanges the code of a provider's answer for what the provider says of the person: its ID token, and beside it what
 * it says on request, since a provider may keep e-mail and groups out of ID tokens.
 *
 * @param current the address to which the provider has sent the browser
 * @throws {SignInFailure} with what is wrong
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

/** Distinguishes a provider that refuses from one whose reply is wrong, and from one that does not reply. */
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
