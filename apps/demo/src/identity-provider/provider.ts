import { randomBytes } from 'node:crypto';
import { boundedFetch } from '@keyhold/server/bounded-fetch';
import { exportJWK, generateKeyPair } from 'jose';
import Provider, { interactionPolicy } from 'oidc-provider';
import { sentencePage, signOutPage } from './pages.ts';
import { groupsClaim, providerPeople } from './people.ts';
import { MemoryStore } from './store.ts';

/** The client registration of Keyhold at the provider. */
export interface ProviderClient {
  readonly id: string;
  readonly secret: string;
  /** The address of Keyhold for browsers. */
  readonly publicUrl: string;
}

/** The OpenID provider of the demo, without the page that selects the user. */
export async function createProvider(issuer: string, client: ProviderClient): Promise<Provider> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  const key = { ...(await exportJWK(privateKey)), alg: 'ES256', use: 'sig', kid: randomBytes(8).toString('hex') };
  const provider = new Provider(issuer, {
    adapter: MemoryStore,
    jwks: { keys: [key] },
    cookies: { keys: [randomBytes(32).toString('base64url')] },
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        client_name: 'Keyhold',
        redirect_uris: [`${client.publicUrl}/auth/v1/sso/callback`],
        backchannel_logout_uri: `${client.publicUrl}/auth/v1/sso/backchannel-logout`,
        backchannel_logout_session_required: true,
        id_token_signed_response_alg: 'ES256',
      },
    ],
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name', 'given_name', 'family_name', groupsClaim],
    },
    // Claims are in the ID token, as with common company providers.
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    features: {
      devInteractions: { enabled: false },
      backchannelLogout: { enabled: true },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (ctx, form) => {
          ctx.body = signOutPage(form);
        },
        postLogoutSuccessSource: (ctx) => {
          ctx.body = sentencePage('Signed out', 'You can close this page.');
        },
      },
    },
    interactions: { policy: pickEachTime(), url: (_, { uid }) => `/pick/${uid}` },
    loadExistingGrant: async (ctx) => {
      const { client: asking, session } = ctx.oidc;
      const grant = new ctx.oidc.provider.Grant({
        clientId: asking?.clientId ?? '',
        accountId: session?.accountId ?? '',
      });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
    // Its only client is on this machine.
    fetch: (address, options) =>
      boundedFetch(String(address), options as RequestInit, { allowPrivate: false, allowLoopback: true }),
    findAccount: (_, subject) => accountOf(subject),
    renderError: (ctx, { error_description: description }) => {
      ctx.type = 'html';
      ctx.body = sentencePage('This did not work', description ?? 'Begin again at Keyhold.');
    },
    ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 86_400, IdToken: 600, Interaction: 3600, Session: 86_400 },
  });
  return provider;
}

/** Prompts for the user at each sign-in, because users of the demo may sign in as another one the next time. */
function pickEachTime() {
  const policy = interactionPolicy.base();
  const { Check } = interactionPolicy;
  policy
    .get('login')
    ?.checks.add(
      new Check('picked_each_time', 'Nobody was picked yet', (ctx) =>
        ctx.oidc.result?.login ? Check.NO_NEED_TO_PROMPT : Check.REQUEST_PROMPT,
      ),
    );
  return policy;
}

function accountOf(subject: string) {
  const person = providerPeople.find((one) => one.subject === subject);
  if (!person) return undefined;
  return {
    accountId: subject,
    claims: () => ({
      sub: subject,
      email: person.email,
      email_verified: true,
      name: `${person.firstName} ${person.lastName}`,
      given_name: person.firstName,
      family_name: person.lastName,
      [groupsClaim]: [...person.groups],
    }),
  };
}
