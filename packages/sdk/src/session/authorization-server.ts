import * as oauth from 'oauth4webapi';
import { InvalidReplyError, SignInError, UnreachableError } from '../replies/errors.ts';
import { isRecord } from '../replies/json.ts';
import { oauthFailureOf } from '../replies/oauth-failure.ts';
import type { Clock } from '../time/clock.ts';
import type { Tokens } from './tokens.ts';

/** The default time limit for a reply, in milliseconds. */
const replyTimeout = 10_000;

export interface AuthorizationServerOptions {
  readonly baseUrl: string;
  /** The id under which the application is registered. */
  readonly application: string;
  readonly clock: Clock;
  readonly fetch: typeof fetch;
}

/** A sign-in by the browser. */
export interface AuthorizationRequest {
  /** The address for the browser to open. */
  readonly address: string;
  /**
   * Exchanges the authorization response from the browser for tokens.
   *
   * @throws {SignInError} when it is not the response to this request, or the user denied it.
   */
  finish(answer: URLSearchParams): Promise<Tokens>;
}

/** A sign-in by a code that the user enters on another device. Times in milliseconds. */
export interface DeviceAuthorization {
  readonly deviceCode: string;
  readonly userCode: string;
  readonly verificationUri: string;
  readonly verificationUriComplete: string;
  readonly expiresInMs: number;
  readonly intervalMs: number;
}

/** The license server as an OAuth 2.0 authorization server, which is discovered by its metadata. */
export interface AuthorizationServer {
  /** Reads the metadata, unless it is cached. */
  find(): Promise<unknown>;
  authorize(redirectUri: string, deviceName: string): Promise<AuthorizationRequest>;
  authorizeDevice(deviceName: string): Promise<DeviceAuthorization>;
  /** Polls for the tokens of a device authorization. */
  pollDevice(deviceCode: string): Promise<Tokens | 'pending' | 'slow-down'>;
  /** @throws {AuthenticationError} when the session ended. */
  renew(refreshToken: string, timeoutMs: number): Promise<Tokens>;
  revoke(token: string): Promise<void>;
}

interface RequestOptions {
  readonly [oauth.customFetch]: (address: string, init: object) => Promise<Response>;
  readonly [oauth.allowInsecureRequests]: boolean;
  readonly signal: AbortSignal;
}

/** Returns the authorization server at a base address, without sending a request yet. */
export function connectAuthorizationServer(options: AuthorizationServerOptions): AuthorizationServer {
  const { baseUrl, application, clock, fetch } = options;
  const issuer = new URL(baseUrl);
  const client: oauth.Client = { client_id: application, token_endpoint_auth_method: 'none' };
  const none = oauth.None();
  let metadata: Promise<oauth.AuthorizationServer> | null = null;

  /** Runs requests with a time limit and throws every failure as a typed error. */
  async function request<Result>(
    work: (options: RequestOptions) => Promise<Result>,
    timeoutMs = replyTimeout,
  ): Promise<Result> {
    const limit = new AbortController();
    const cancel = clock.after(timeoutMs, () => limit.abort());
    try {
      return await work({
        [oauth.customFetch]: async (address, init) => {
          try {
            return await fetch(address, { ...init, cache: 'no-store' });
          } catch (cause) {
            throw new UnreachableError('The license server cannot be reached.', { cause });
          }
        },
        [oauth.allowInsecureRequests]: issuer.protocol === 'http:',
        signal: limit.signal,
      });
    } catch (error) {
      throw oauthFailureOf(error);
    } finally {
      cancel();
    }
  }

  function findServer(): Promise<oauth.AuthorizationServer> {
    metadata ??= request(async (options) =>
      oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, { ...options, algorithm: 'oauth2' })),
    ).catch((error: unknown) => {
      metadata = null;
      throw explainAddress(error, baseUrl);
    });
    return metadata;
  }

  function tokensOf(reply: oauth.TokenEndpointResponse): Tokens {
    const { access_token: access, refresh_token: refresh, expires_in: seconds } = reply;
    if (refresh === undefined || seconds === undefined) {
      throw new InvalidReplyError('The server answered without a refresh token, or not for how long it is good.');
    }
    return { access, refresh, expiresOn: clock.wallTime() + seconds * 1000 };
  }

  return {
    find: findServer,
    async authorize(redirectUri, deviceName) {
      const server = await findServer();
      const verifier = oauth.generateRandomCodeVerifier();
      const state = oauth.generateRandomState();
      const address = new URL(endpoint(server.authorization_endpoint));
      const parameters = {
        response_type: 'code',
        client_id: application,
        redirect_uri: redirectUri,
        code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        state,
        device_name: deviceName,
      };
      for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value);
      return {
        address: address.href,
        finish: (answer) =>
          request(async (options) => {
            requireOurs(answer, state, server.issuer);
            const checked = oauth.validateAuthResponse(server, client, answer, state);
            const response = await oauth.authorizationCodeGrantRequest(
              server,
              client,
              none,
              checked,
              redirectUri,
              verifier,
              options,
            );
            return tokensOf(await oauth.processAuthorizationCodeResponse(server, client, response));
          }),
      };
    },
    async authorizeDevice(deviceName) {
      const server = await findServer();
      const reply = await request(async (options) =>
        oauth.processDeviceAuthorizationResponse(
          server,
          client,
          await oauth.deviceAuthorizationRequest(server, client, none, { device_name: deviceName }, options),
        ),
      );
      return {
        deviceCode: reply.device_code,
        userCode: reply.user_code,
        verificationUri: reply.verification_uri,
        verificationUriComplete: reply.verification_uri_complete ?? reply.verification_uri,
        expiresInMs: reply.expires_in * 1000,
        // RFC 8628, section 3.2: 5 s by default.
        intervalMs: (reply.interval ?? 5) * 1000,
      };
    },
    async pollDevice(deviceCode) {
      const server = await findServer();
      return request(async (options) => {
        const response = await oauth.deviceCodeGrantRequest(server, client, none, deviceCode, options);
        try {
          return tokensOf(await oauth.processDeviceCodeResponse(server, client, response));
        } catch (error) {
          if (!(error instanceof oauth.ResponseBodyError)) throw error;
          if (error.error === 'authorization_pending') return 'pending';
          if (error.error === 'slow_down') return 'slow-down';
          throw error;
        }
      });
    },
    async renew(refreshToken, timeoutMs) {
      const server = await findServer();
      return request(async (options) => {
        const response = await oauth.refreshTokenGrantRequest(server, client, none, refreshToken, options);
        return tokensOf(await oauth.processRefreshTokenResponse(server, client, response));
      }, timeoutMs);
    },
    async revoke(token) {
      const server = await findServer();
      await request(async (options) =>
        oauth.processRevocationResponse(await oauth.revocationRequest(server, client, none, token, options)),
      );
    },
  };
}

function endpoint(address: string | undefined): string {
  if (address === undefined) throw new InvalidReplyError('The server does not say where people sign in.');
  return address;
}

/**
 * Rejects the response to another request or from another server: it may be an attempt to sign this application in as
 * another user (RFC 9700, section 4.7; RFC 9207).
 */
function requireOurs(answer: URLSearchParams, state: string, issuer: string): void {
  if (answer.get('state') !== state) {
    throw new SignInError('wrong-state', 'The browser brought the answer to another sign-in. Sign in again.');
  }
  if (answer.get('iss') !== issuer) {
    throw new SignInError('wrong-issuer', 'The browser brought the answer of another server. Sign in again.');
  }
}

/** A server with another issuer is the usual mistake behind a proxy: the error names the address to use. */
function explainAddress(error: unknown, baseUrl: string): unknown {
  const cause = error instanceof Error ? error.cause : null;
  if (!(cause instanceof oauth.OperationProcessingError) || cause.code !== oauth.JSON_ATTRIBUTE_COMPARISON)
    return error;
  const body = isRecord(cause.cause) && isRecord(cause.cause['body']) ? cause.cause['body'] : {};
  return new InvalidReplyError(
    `The server at ${baseUrl} calls itself ${body['issuer']}. Use that as the base address.`,
    {
      cause,
    },
  );
}
