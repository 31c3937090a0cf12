import type { ApiOperation, ApiResponse } from './document.ts';

const shared = { tags: ['auth'], description: 'Public.', security: [] } as const;

/** A redirect of the browser. */
function redirect(description: string, example: string): ApiResponse {
  return { description, headers: { Location: { description, schema: { type: 'string', examples: [example] } } } };
}

const failure: ApiResponse = {
  description: 'The token is invalid.',
  content: {
    'application/json': {
      schema: {
        type: 'object',
        properties: { error: { type: 'string' }, error_description: { type: 'string' } },
        required: ['error'],
      },
      example: { error: 'invalid_request', error_description: 'This is not a logout token.' },
    },
  },
};

/** The endpoints that browsers and identity providers call in a single sign-on, as OpenID Connect defines them. */
export const signInPaths: Readonly<Record<string, Readonly<Record<string, ApiOperation>>>> = {
  '/auth/v1/sso/start': {
    get: {
      ...shared,
      operationId: 'startSingleSignOn',
      summary: 'Redirect the browser to the provider of an e-mail’s domain',
      parameters: [
        { name: 'email', in: 'query', required: true, schema: { type: 'string' }, example: 'ada@acme.example' },
      ],
      responses: {
        302: redirect(
          'The provider; `/login` if no account has the domain; `/login/sso?error=…` if the provider cannot be used.',
          'https://login.acme.example/authorize?client_id=keyhold',
        ),
      },
    },
  },
  '/auth/v1/sso/callback': {
    get: {
      ...shared,
      operationId: 'completeSingleSignOn',
      summary: 'Receive the provider’s response through the browser',
      parameters: ['code', 'state', 'iss', 'error'].map((name) => ({
        name,
        in: 'query' as const,
        required: name === 'state',
        schema: { type: 'string' },
      })),
      responses: {
        302: redirect(
          'The page that finishes the sign-in, with a `code`, or with the code of a problem as `error`.',
          '/login/sso?code=Zm9yIG9uZSBzaWduLWluIG9ubHksIHNpeHR5IHNlY29uZHM',
        ),
      },
    },
  },
  '/auth/v1/sso/backchannel-logout': {
    post: {
      ...shared,
      operationId: 'logOutByProvider',
      summary: 'End the sessions named in a provider’s logout token (OpenID Connect Back-Channel Logout)',
      requestBody: {
        required: true,
        content: {
          'application/x-www-form-urlencoded': {
            schema: { type: 'object', properties: { logout_token: { type: 'string' } }, required: ['logout_token'] },
            example: { logout_token: 'eyJhbGciOiJSUzI1NiJ9.eyJzaWQiOiIxIn0.c2lnbmF0dXJl' },
          },
        },
      },
      responses: {
        200: { description: 'The sessions have ended, if there were any.' },
        400: failure,
        413: { $ref: '#/components/responses/TooLarge' },
      },
    },
  },
};
