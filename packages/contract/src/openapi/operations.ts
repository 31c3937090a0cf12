import type { ApiOperation, ApiResponse, JsonSchema } from './document.ts';

function answer(description: string, schema: JsonSchema, example: unknown): ApiResponse {
  return { description, content: { 'application/json': { schema, example } } };
}

function operation(
  operationId: string,
  summary: string,
  responses: Readonly<Record<string, ApiResponse>>,
): Readonly<Record<string, ApiOperation>> {
  const description = 'Public.';
  return { get: { operationId, tags: ['operations'], summary, description, security: [], responses } };
}

const state: JsonSchema = {
  type: 'object',
  properties: { status: { type: 'string' }, mail: { type: 'string' } },
  required: ['status'],
};

/** The endpoints besides the calls: they have no envelope and need no token. */
export const operationPaths: Readonly<Record<string, Readonly<Record<string, ApiOperation>>>> = {
  '/healthz': operation('getHealth', 'Whether the process is alive', {
    200: answer('Alive.', state, { status: 'ok' }),
  }),
  '/readyz': operation('getReadiness', 'Whether the server is ready: the database is reachable and migrated', {
    200: answer('Ready. `mail` is present when mail cannot be delivered.', state, { status: 'ready' }),
    503: answer('Not ready.', state, { status: 'The database cannot be reached.' }),
  }),
  '/console-config.json': operation('getConsoleConfig', 'The configuration of the console', {
    200: answer(
      'The configuration.',
      { $ref: '#/components/schemas/ConsoleConfig' },
      {
        'product-title': 'Keyhold',
        'provider-account-id': '0198c0de-0000-7000-8000-000000000001',
        'provider-email-domain': 'keyhold.example',
        'shared-product-id': 'keyhold-studio-shared',
        version: '1.0.4',
      },
    ),
  }),
  '/.well-known/jwks.json': operation('getKeySet', 'The public keys of tokens and leases, as a JSON Web Key Set', {
    200: answer(
      'The keys.',
      {
        type: 'object',
        properties: { keys: { type: 'array', items: { type: 'object' } } },
        required: ['keys'],
      },
      {
        keys: [
          {
            kty: 'OKP',
            crv: 'Ed25519',
            x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo',
            kid: 'k1',
            use: 'sig',
            alg: 'Ed25519',
          },
        ],
      },
    ),
  }),
};
