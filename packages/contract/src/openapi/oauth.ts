import type { ApiOperation, ApiResponse, JsonSchema, Parameter } from './document.ts';

const shared = { tags: ['oauth'], security: [] } as const;
const form = 'Public: a public client of OAuth 2.0 has no secret. It takes a form, and ignores unknown parameters.';

/** A text with an example. */
function text(example: string, description?: string): JsonSchema {
  return { type: 'string', examples: [example], ...(description === undefined ? {} : { description }) };
}

const clientId = text('studio-desktop', 'The id of the application.');
const deviceName = text('Prepress 3', 'The name of the device in the application: one line of at most 200 characters.');

/** A form whose example consists of the examples of its fields. */
function formOf(properties: Readonly<Record<string, JsonSchema>>, required: readonly string[]) {
  const schema: JsonSchema = { type: 'object', properties: { ...properties }, required: [...required] };
  return {
    required: true,
    content: { 'application/x-www-form-urlencoded': { schema, example: exampleOf(properties) } },
  };
}

function answer(description: string, properties: Readonly<Record<string, JsonSchema>>): ApiResponse {
  const schema: JsonSchema = { type: 'object', properties: { ...properties }, required: Object.keys(properties) };
  return { description, content: { 'application/json': { schema, example: exampleOf(properties) } } };
}

function exampleOf(properties: Readonly<Record<string, JsonSchema>>) {
  return Object.fromEntries(Object.entries(properties).map(([name, { examples }]) => [name, examples?.[0]]));
}

const errorOf = (code: string, sentence: string) => ({ error: text(code), error_description: text(sentence) });

const refused = answer(
  'Refused, in the form of RFC 6749.',
  errorOf('invalid_grant', 'This grant is not valid, or not any more. Sign in again.'),
);
const inHeader = answer(
  'It sent an `Authorization` header.',
  errorOf('invalid_client', 'Applications are public clients: send client_id in the form.'),
);
const tooLarge = answer('The form is too large.', errorOf('invalid_request', 'This form is too large.'));

const numbers = (example: number): JsonSchema => ({ type: 'integer', examples: [example] });
const texts = (...example: string[]): JsonSchema => ({ type: 'array', items: { type: 'string' }, examples: [example] });

function parameter(name: string, required: boolean, { examples, ...schema }: JsonSchema): Parameter {
  return { name, in: 'query', required, schema, example: examples?.[0] };
}

/** The endpoints by which applications and the command sign users in by the browser, as the OAuth standards define. */
export const oauthPaths: Readonly<Record<string, Readonly<Record<string, ApiOperation>>>> = {
  '/.well-known/oauth-authorization-server': {
    get: {
      ...shared,
      operationId: 'getAuthorizationServer',
      summary: 'The metadata of the authorization server (RFC 8414)',
      description: 'Public.',
      responses: {
        200: answer('The metadata. Clients compare `issuer` with what they were given.', {
          issuer: text('https://licenses.example.com'),
          authorization_endpoint: text('https://licenses.example.com/oauth/authorize'),
          token_endpoint: text('https://licenses.example.com/oauth/token'),
          device_authorization_endpoint: text('https://licenses.example.com/oauth/device'),
          revocation_endpoint: text('https://licenses.example.com/oauth/revoke'),
          jwks_uri: text('https://licenses.example.com/.well-known/jwks.json'),
          response_types_supported: texts('code'),
          response_modes_supported: texts('query'),
          grant_types_supported: texts(
            'authorization_code',
            'refresh_token',
            'urn:ietf:params:oauth:grant-type:device_code',
          ),
          code_challenge_methods_supported: texts('S256'),
          token_endpoint_auth_methods_supported: texts('none'),
          revocation_endpoint_auth_methods_supported: texts('none'),
          authorization_response_iss_parameter_supported: { type: 'boolean', examples: [true] },
          service_documentation: text('https://licenses.example.com/docs'),
        }),
      },
    },
  },
  '/oauth/authorize': {
    get: {
      ...shared,
      operationId: 'authorizeByBrowser',
      summary: 'Start the sign-in of an application in the browser (RFC 6749, 7636, 8252)',
      description:
        'Public. It grants nothing: the console asks the user, and redirects the browser with `code`, `state` and `iss`, or with `error`.',
      parameters: [
        parameter('response_type', true, { const: 'code', examples: ['code'] }),
        parameter('client_id', true, clientId),
        parameter(
          'redirect_uri',
          true,
          text('http://127.0.0.1:52714/callback', 'A port of the device itself, by number.'),
        ),
        parameter('code_challenge', true, text('E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM')),
        parameter('code_challenge_method', true, { const: 'S256', examples: ['S256'] }),
        parameter('state', false, text('af0ifjsldkj')),
        parameter('device_name', false, deviceName),
      ],
      responses: {
        302: {
          description: 'The consent page, or the application if its request is invalid.',
          headers: {
            Location: {
              description: 'The address to which the browser goes next.',
              schema: text('https://licenses.example.com/consent?client_id=studio-desktop'),
            },
          },
        },
        400: answer(
          'There is no such application, or the redirect address is not on this device: the browser is not redirected.',
          errorOf('invalid_request', 'The parameter redirect_uri is missing.'),
        ),
      },
    },
  },
  '/oauth/device': {
    post: {
      ...shared,
      operationId: 'authorizeDevice',
      summary: 'Start the sign-in of a device without a browser (RFC 8628)',
      description: form,
      requestBody: formOf({ client_id: clientId, device_name: deviceName }, ['client_id']),
      responses: {
        200: answer('The codes that the device shows, and the interval of its polls.', {
          device_code: text('Zm9yIG9uZSBkZXZpY2Ugb25seSwgdGVuIG1pbnV0ZXM'),
          user_code: text('BCDF-GHJK'),
          verification_uri: text('https://licenses.example.com/device'),
          verification_uri_complete: text('https://licenses.example.com/device?code=BCDF-GHJK'),
          expires_in: numbers(600),
          interval: numbers(5),
        }),
        400: refused,
        401: inHeader,
        413: tooLarge,
      },
    },
  },
  '/oauth/token': {
    post: {
      ...shared,
      operationId: 'getTokens',
      summary: 'Exchange a code, poll for a device’s sign-in, or refresh a session',
      description: `${form} A refresh token is valid once; repeated within ten seconds, while neither token of that pair was used, it returns the same pair; otherwise it ends the session.`,
      requestBody: formOf(
        {
          grant_type: {
            enum: ['authorization_code', 'urn:ietf:params:oauth:grant-type:device_code', 'refresh_token'],
            examples: ['authorization_code'],
          },
          client_id: clientId,
          code: text('SplxlOBeZQQYbYS6WxSbIA', 'With authorization_code.'),
          redirect_uri: text('http://127.0.0.1:52714/callback', 'With authorization_code: the same as before.'),
          code_verifier: text('dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk', 'With authorization_code.'),
          device_code: text('Zm9yIG9uZSBkZXZpY2Ugb25seSwgdGVuIG1pbnV0ZXM', 'With the device grant.'),
          refresh_token: text('eyJhbGciOiJFZERTQSJ9.eyJuIjowfQ.c2lnbmF0dXJl', 'With refresh_token.'),
        },
        ['grant_type', 'client_id'],
      ),
      responses: {
        200: answer('The tokens of the session.', {
          access_token: text('eyJhbGciOiJFZERTQSJ9.eyJzaWQiOiIxIn0.c2lnbmF0dXJl'),
          token_type: { const: 'Bearer', examples: ['Bearer'] },
          expires_in: numbers(3600),
          refresh_token: text('eyJhbGciOiJFZERTQSJ9.eyJuIjowfQ.c2lnbmF0dXJl'),
        }),
        400: refused,
        401: inHeader,
        413: tooLarge,
      },
    },
  },
  '/oauth/revoke': {
    post: {
      ...shared,
      operationId: 'revokeToken',
      summary: 'End the session of an access token or refresh token (RFC 7009)',
      description: form,
      requestBody: formOf({ client_id: clientId, token: text('eyJhbGciOiJFZERTQSJ9.eyJuIjowfQ.c2lnbmF0dXJl') }, [
        'client_id',
        'token',
      ]),
      responses: {
        200: answer('It has ended, if there was one.', {}),
        400: refused,
        401: inHeader,
        413: tooLarge,
      },
    },
  },
};
