import { authorizationRequestLimit } from '@keyhold/contract';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../../access/actor.ts';
import { readOnly } from '../../db/database.ts';
import { isOutcomeUnknown, isUnavailable } from '../../db/errors.ts';
import { callerOf } from '../../http/bind.ts';
import { isBrokenOff, outcomeUnknown } from '../../http/failures.ts';
import { ProblemError } from '../../problem.ts';
import type { Services } from '../../services.ts';
import { readAuthorizationRequest, readDestination, responseAddress } from './authorization-request.ts';
import { authorizeDevice, pollDevice } from './device-authorization.ts';
import { OAuthError } from './oauth-error.ts';
import { type Parameters, readParameters, requireParameter } from './parameters.ts';
import { redeemCode } from './redeem-code.ts';
import { redeemRefreshToken } from './redeem-refresh-token.ts';
import { revokeToken } from './revoke.ts';
import type { TokenReply } from './tokens.ts';

/** The paths of the endpoints; pages of other origins cannot read them. */
const paths = {
  metadata: '/.well-known/oauth-authorization-server',
  authorization: '/oauth/authorize',
  token: '/oauth/token',
  device: '/oauth/device',
  revocation: '/oauth/revoke',
} as const;

/** The methods of each endpoint, which the refusal of another method names. */
const methods: Readonly<Record<string, string>> = {
  [paths.authorization]: 'GET, HEAD',
  [paths.token]: 'POST',
  [paths.device]: 'POST',
  [paths.revocation]: 'POST',
};

/** Whether an address is one of the authorization server's, which send no CORS headers. */
export function isOAuthPath(url: string): boolean {
  return pathOf(url) === paths.metadata || url.startsWith('/oauth/');
}

function pathOf(url: string): string {
  return url.split('?', 1)[0] ?? '';
}

/** Maximum size of a form, in bytes. */
const formLimit = 32 * 1024;

type Grant = (services: Services, caller: Caller, parameters: Parameters) => Promise<TokenReply>;
const grants: Readonly<Record<string, Grant>> = {
  authorization_code: redeemCode,
  refresh_token: redeemRefreshToken,
  'urn:ietf:params:oauth:grant-type:device_code': pollDevice,
};

/** Serves the authorization server: its metadata, and endpoints that take forms and respond as OAuth requires. */
export function installOAuth(app: FastifyInstance, services: Services): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: formLimit },
      (_request, text, done) => done(null, text),
    );
    scope.setErrorHandler(sendError);

    scope.get(paths.metadata, async (_request, reply) => {
      reply.header('cache-control', 'public, max-age=60');
      return describeServer(services.installation.publicUrl);
    });
    scope.get(paths.authorization, async (request, reply) => redirectToConsole(services, request, reply));
    scope.post(paths.token, async (request, reply) => {
      const parameters = formOf(request);
      const type = requireParameter(parameters, 'grant_type');
      const grant = Object.hasOwn(grants, type) ? grants[type] : undefined;
      if (!grant) throw new OAuthError('unsupported_grant_type', 'This grant type is not supported.');
      return answer(reply, await grant(services, callerOf(request, services), parameters));
    });
    scope.post(paths.device, async (request, reply) =>
      answer(reply, await authorizeDevice(services, callerOf(request, services), formOf(request))),
    );
    scope.post(paths.revocation, async (request, reply) => {
      await revokeToken(services, callerOf(request, services), formOf(request));
      return answer(reply, {});
    });
    // Refused before the body is parsed, so that the refusal names the method, not the media type.
    scope.all('/oauth/*', { onRequest: refuseRequest }, refuseRequest);
  });
}

/** Refuses another method of an endpoint, and an address that is no endpoint. */
async function refuseRequest(request: FastifyRequest, reply: FastifyReply): Promise<never> {
  const allowed = methods[pathOf(request.url)];
  if (allowed === undefined) throw new OAuthError('invalid_request', 'There is no such endpoint.', 404);
  reply.header('allow', allowed);
  throw new OAuthError('invalid_request', `This endpoint accepts ${allowed} only.`, 405);
}

/** RFC 8414, section 2. */
function describeServer(issuer: string) {
  return {
    issuer,
    authorization_endpoint: issuer + paths.authorization,
    token_endpoint: issuer + paths.token,
    device_authorization_endpoint: issuer + paths.device,
    revocation_endpoint: issuer + paths.revocation,
    jwks_uri: `${issuer}/.well-known/jwks.json`,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: Object.keys(grants),
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    authorization_response_iss_parameter_supported: true,
    service_documentation: `${issuer}/docs`,
  };
}

/** Redirects a valid request to the consent page, where the user decides, and an invalid one to its application. */
async function redirectToConsole({ db, installation }: Services, request: FastifyRequest, reply: FastifyReply) {
  const text = request.url.split('?').slice(1).join('?');
  const parameters = readParameters(text);
  const destination = await readOnly(db, 'every account', (tx) => readDestination(tx, parameters));
  reply.header('cache-control', 'no-store');
  try {
    const { client, redirect, state, challenge, device } = readAuthorizationRequest(destination, parameters);
    const known = new URLSearchParams({
      response_type: 'code',
      client_id: client.id,
      redirect_uri: redirect,
      code_challenge: challenge,
      code_challenge_method: 'S256',
      ...(state === null ? {} : { state }),
      ...(device === null ? {} : { device_name: device }),
    });
    const query = known.toString();
    if (query.length > authorizationRequestLimit) throw new OAuthError('invalid_request', 'This request is too long.');
    return reply.redirect(`${installation.publicUrl}/consent?${query}`, 302);
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    const refusal = { error: error.code, error_description: error.message };
    return reply.redirect(responseAddress(destination, installation.publicUrl, refusal), 302);
  }
}

/** The parameters of a form. An authorization header is rejected: all applications are public clients. */
function formOf({ headers, body }: FastifyRequest): Parameters {
  if (headers.authorization !== undefined) {
    throw new OAuthError('invalid_client', 'Applications are public clients: send client_id in the form.', 401);
  }
  return readParameters(typeof body === 'string' ? body : '');
}

function answer(reply: FastifyReply, payload: object): FastifyReply {
  return reply.header('cache-control', 'no-store').header('pragma', 'no-cache').send(payload);
}

/** Every failure in the shape of RFC 6749, section 5.2; internal details go to the log only. */
function sendError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { code, status, message } = isBrokenOff(error, request) ? brokenOff : asOAuthError(error);
  if (status >= 500) request.log.error({ err: error }, 'A request failed.');
  if (error instanceof ProblemError && error.retryAfter !== null) reply.header('retry-after', String(error.retryAfter));
  if (status === 401) reply.header('www-authenticate', 'Basic realm="keyhold"');
  return answer(reply.code(status), { error: code, error_description: message });
}

/** Nobody reads it: the client has disconnected. */
const brokenOff = new OAuthError('invalid_request', 'The request was broken off before it had arrived.');

function asOAuthError(error: FastifyError): OAuthError {
  if (error instanceof OAuthError) return error;
  if (error instanceof ProblemError) return new OAuthError('temporarily_unavailable', error.message, error.status);
  if (isOutcomeUnknown(error)) {
    return new OAuthError('temporarily_unavailable', outcomeUnknown.problem.message, outcomeUnknown.status);
  }
  if (isUnavailable(error)) {
    return new OAuthError(
      'temporarily_unavailable',
      'The database cannot be reached at the moment. Try again shortly.',
      503,
    );
  }
  const { statusCode = 500 } = error;
  if (statusCode === 413) return new OAuthError('invalid_request', 'This form is too large.', statusCode);
  if (statusCode < 500) {
    return new OAuthError(
      'invalid_request',
      'Send a form: application/x-www-form-urlencoded.',
      statusCode === 415 ? 400 : statusCode,
    );
  }
  return new OAuthError('server_error', 'Something went wrong on our side. Try again.', 500);
}
