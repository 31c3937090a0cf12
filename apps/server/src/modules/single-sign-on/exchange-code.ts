import * as openid from 'openid-client';
import type { Connection } from './connections/connections.sql.ts';
import { SignInFailure } from './failures.ts';
import { boundedClaims, type Claims, checkClaims, textOf } from './id-token.ts';
import { type Providers, reasonOf } from './providers.ts';

/** The values of a pending sign-in that the provider's response must match. */
interface Expected {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/**
 * Exchanges the code of a provider's response for the claims of the person: those of its ID token, and those of the
 * userinfo endpoint, because a provider may omit e-mail, verification and groups from ID tokens.
 *
 * @param current the address to which the provider redirected the browser
 * @throws {SignInFailure} with the reason
 */
export async function exchangeCode(
  providers: Providers,
  provider: openid.Configuration,
  current: URL,
  { state, nonce, verifier }: Expected,
  connection: Connection,
): Promise<Claims> {
  const exchange = () =>
    openid.authorizationCodeGrant(provider, current, {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      idTokenExpected: true,
    });
  const tokens = await exchange()
    .catch((error) => {
      // The code is not used up when the client is refused.
      if (isClientRefusal(error) && providers.sendSecretInForm(provider)) return exchange();
      throw error;
    })
    .catch(refuse);
  const claims = checkClaims(tokens.claims(), connection['client-id'], new Date());
  const tagsClaim = connection['tags-claim'];
  const complete = statesEmail(claims) && (tagsClaim === null || tagsClaim in claims);
  if (complete || !provider.serverMetadata().userinfo_endpoint) return boundedClaims(claims);
  // Its subject must be that of the ID token.
  const more = await openid.fetchUserInfo(provider, tokens.access_token, claims.sub).catch(refuse);
  return boundedClaims(withUserinfo(claims, more));
}

/** The claims of an ID token, completed by those of the userinfo endpoint. */
function withUserinfo(claims: Claims, more: openid.UserInfoResponse): Claims {
  const { email, email_verified, xms_edov } = statesEmail(claims) || !('email' in more) ? claims : more;
  // The e-mail and its verification are from one source: a verification holds for no other address. Which factors were
  // used, and in which session, is from the ID token only, whose signature was checked.
  const { amr, sid } = claims;
  return { ...more, ...claims, email, email_verified, xms_edov, amr, sid };
}

/** Whether claims contain an e-mail address, and whether it is verified. */
function statesEmail(claims: { readonly [claim: string]: unknown }): boolean {
  return 'email' in claims && ('email_verified' in claims || 'xms_edov' in claims);
}

function isClientRefusal(error: unknown): boolean {
  return error instanceof openid.ResponseBodyError && error.error === 'invalid_client';
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
