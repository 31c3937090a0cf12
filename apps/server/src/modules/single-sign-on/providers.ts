import { hash } from 'node:crypto';
import type { ProblemCode } from '@keyhold/contract';
import { createRemoteJWKSet, customFetch, type JWTVerifyGetKey } from 'jose';
import * as openid from 'openid-client';
import { boundedFetch, type EgressPolicy, isReachable } from '../../network/bounded-fetch.ts';
import { ConnectionError } from '../../network/connection-error.ts';

declare module '../../services.ts' {
  interface Services {
    /** The metadata of identity providers, cached. */
    readonly providers: Providers;
  }
}

/** This product as a client of a provider. */
export interface ProviderClient {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

/** The metadata of providers, cached. */
export interface Providers {
  /** Which addresses an issuer may have. */
  readonly egress: EgressPolicy;
  /**
   * The provider of a client: its endpoints and keys.
   *
   * @param options.fresh whether to bypass the cache
   * @throws {ProviderError} when it cannot be used
   */
  open(client: ProviderClient, options?: { readonly fresh?: boolean }): Promise<openid.Configuration>;
  /**
   * The keys that an opened provider signs with: fetched when one is unknown, with a cooldown.
   *
   * @returns a function that throws a {@link ProviderError} when they cannot be fetched
   */
  keysOf(provider: openid.Configuration): JWTVerifyGetKey;
  /**
   * Sends the client's secret in the form from now on, after the provider has refused it in the header: some expect it
   * there without the encoding of RFC 6749, section 2.3.1.
   *
   * @returns whether the provider accepts it in the form
   */
  sendSecretInForm(provider: openid.Configuration): boolean;
}

/** Why a provider cannot be used: a code, and a sentence for administrators. */
export class ProviderError extends Error {
  readonly code: ProblemCode;
  constructor(code: ProblemCode, sentence: string) {
    super(sentence);
    this.name = 'ProviderError';
    this.code = code;
  }
}

/** How long a provider's metadata is cached, in milliseconds. */
const fresh = 10 * 60_000;
/** How long a provider's failure is cached, in milliseconds. */
const cooldown = 5_000;
/** Maximum number of cached providers. */
const most = 500;
/** Tolerated deviation of a provider's clock, in seconds. */
export const clockTolerance = 60;

export const issuerNotPublic = 'The issuer must be an https address on the open internet.';

/** Accepted signature algorithms of ID tokens: none with a shared secret. */
export const signatureAlgorithms: readonly string[] = [
  ...['RS', 'PS', 'ES'].flatMap((kind) => ['256', '384', '512'].map((size) => `${kind}${size}`)),
  'EdDSA',
  'Ed25519',
];

interface Cached {
  readonly until: number;
  readonly configuration: Promise<openid.Configuration>;
}

export function createProviders(egress: EgressPolicy): Providers {
  const cache = new Map<string, Cached>();
  const keySets = new WeakMap<openid.Configuration, JWTVerifyGetKey>();
  /** The providers to which the client's secret is sent in the form. */
  const inForm = new WeakSet<openid.Configuration>();

  function remember(key: string, until: number, configuration: Promise<openid.Configuration>): void {
    cache.delete(key);
    cache.set(key, { until, configuration });
    const [oldest] = cache.keys();
    if (cache.size > most && oldest !== undefined) cache.delete(oldest);
  }

  return {
    egress,
    open(client, options = {}) {
      const key = hash('sha256', JSON.stringify(client), 'base64url');
      const cached = cache.get(key);
      if (cached && cached.until > Date.now() && !options.fresh) return cached.configuration;
      // Single flight: concurrent callers wait for the same reply.
      const configuration = discover(client, egress, inForm);
      remember(key, Date.now() + fresh, configuration);
      configuration.catch(() => {
        if (cache.get(key)?.configuration === configuration) remember(key, Date.now() + cooldown, configuration);
      });
      return configuration;
    },
    keysOf(provider) {
      const opened = keySets.get(provider) ?? openKeySet(provider, egress);
      keySets.set(provider, opened);
      return opened;
    },
    sendSecretInForm(provider) {
      const accepts = provider.serverMetadata().token_endpoint_auth_methods_supported?.includes('client_secret_post');
      if (accepts) inForm.add(provider);
      return accepts === true;
    },
  };
}

async function discover(
  client: ProviderClient,
  egress: EgressPolicy,
  inForm: WeakSet<openid.Configuration>,
): Promise<openid.Configuration> {
  const { issuer, clientId, clientSecret } = client;
  const refuse = (code: ProblemCode, sentence: string): never => {
    throw new ProviderError(code, sentence);
  };
  if (!isReachable(issuer, egress)) refuse('issuer-not-public', issuerNotPublic);
  const fetched: openid.CustomFetch = (address, options) => boundedFetch(address, options, egress);
  const insecure = new URL(issuer).protocol === 'http:' || egress.allowPrivate;
  const discovered = await openid
    .discovery(new URL(issuer), clientId, undefined, openid.None(), {
      [openid.customFetch]: fetched,
      execute: insecure ? [openid.allowInsecureRequests] : [],
      timeout: 10,
    })
    .catch((error: unknown) => {
      const other = otherIssuer(error);
      if (other) throw issuerDiffers(other);
      throw new ProviderError('discovery-failed', `The provider did not say what it is: ${reasonOf(error)}`);
    });

  const { supportsPKCE: _helper, ...server } = discovered.serverMetadata();
  // The discovered issuer may differ by a trailing slash.
  if (server.issuer !== issuer) throw issuerDiffers(server.issuer);
  const { authorization_endpoint: authorization, token_endpoint: token, jwks_uri: keys } = server;
  for (const endpoint of [authorization, token, keys]) {
    if (endpoint === undefined) refuse('endpoint-missing', 'The provider does not name all its endpoints.');
    else if (!isReachable(endpoint, egress)) {
      refuse('endpoint-not-public', 'The provider names an endpoint that is no https address on the open internet.');
    }
  }
  const algorithms = listOf(server.id_token_signing_alg_values_supported) ?? ['RS256'];
  const accepted = algorithms.filter((algorithm) => signatureAlgorithms.includes(algorithm));
  if (accepted.length === 0) {
    refuse('signature-not-accepted', 'The provider signs ID tokens in no way that is accepted here.');
  }

  const methods = listOf(server.token_endpoint_auth_methods_supported) ?? ['client_secret_basic'];
  const [header, form] = [openid.ClientSecretBasic(clientSecret), openid.ClientSecretPost(clientSecret)];
  const configuration: openid.Configuration = new openid.Configuration(
    { ...server, id_token_signing_alg_values_supported: accepted, token_endpoint_auth_methods_supported: methods },
    clientId,
    { [openid.clockTolerance]: clockTolerance },
    (...request) => (inForm.has(configuration) ? form : header)(...request),
  );
  if (!methods.includes('client_secret_basic')) inForm.add(configuration);
  configuration[openid.customFetch] = fetched;
  configuration.timeout = 10;
  if (insecure) openid.allowInsecureRequests(configuration);
  // Without it, the signature of a token from the token endpoint is not checked.
  openid.enableNonRepudiationChecks(configuration);
  return configuration;
}

/** A list in a provider's metadata, whose types the client library does not check; null for anything else. */
function listOf(values: unknown): string[] | null {
  return Array.isArray(values) ? values : null;
}

/** The issuer that a provider names, when it differs from the configured one. */
function otherIssuer(error: unknown): string | null {
  if (!(error instanceof openid.ClientError) || error.code !== 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED') return null;
  const { body } = error.cause as { readonly body?: { readonly issuer?: unknown } };
  return typeof body?.issuer === 'string' ? body.issuer : null;
}

function issuerDiffers(named: string): ProviderError {
  const sentence = `The provider calls itself ${named.slice(0, 300)}. Enter exactly that as issuer.`;
  return new ProviderError('issuer-differs', sentence);
}

function openKeySet(provider: openid.Configuration, egress: EgressPolicy): JWTVerifyGetKey {
  return createRemoteJWKSet(new URL(provider.serverMetadata().jwks_uri ?? ''), {
    [customFetch]: (address: string, options: RequestInit) =>
      boundedFetch(address, options, egress).catch((error: unknown) => {
        throw new ProviderError('keys-not-read', `The provider’s keys cannot be read: ${reasonOf(error)}`);
      }),
    cacheMaxAge: fresh,
  });
}

/** Why communication with a provider failed, for administrators. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'it failed.';
  // The library's own error only reports that something failed.
  if (error.cause instanceof ConnectionError) return error.cause.message;
  if (error instanceof openid.ClientError && error.code === 'OAUTH_RESPONSE_IS_NOT_CONFORM')
    return `${error.message} ${(error.cause as Response).status}`;
  const cause = error.cause instanceof Error && error.cause.message ? `: ${error.cause.message}` : '';
  return `${error.message}${cause}`.slice(0, 300);
}
