import { changeSchema } from '../calls/changes.ts';
import { callList } from '../calls/index.ts';
import { consoleConfigSchema } from '../console-config.ts';
import { failureEnvelopeSchema, successEnvelopeSchema } from '../envelope.ts';
import { describeCall, takesBody } from './call.ts';
import type { ApiDocument, ApiOperation, ApiResponse, Parameter } from './document.ts';
import { failureResponses } from './failures.ts';
import { oauthPaths } from './oauth.ts';
import { operationPaths } from './operations.ts';
import { describeSchemas } from './schemas.ts';
import { signInPaths } from './sign-in.ts';
import { groups, introduction } from './text.ts';

export type {
  ApiDocument,
  ApiOperation,
  ApiResponse,
  JsonSchema,
  MediaType,
  Parameter,
  Reference,
} from './document.ts';

/** The parts of a document that depend on the installation. */
export interface ApiDescription {
  readonly title: string;
  readonly version: string;
  /** The address of the API, without a trailing slash. */
  readonly url: string;
}

/**
 * Describes the API as an OpenAPI 3.1 document: every call of the contract and the other endpoints.
 *
 * @example
 * const api = describeApi({ title: 'Keyhold', version: '1.0.4', url: 'https://licenses.example.com' });
 * api.paths['/iam/v1/tags']?.['get']?.operationId // 'listTags'
 */
export function describeApi({ title, version, url }: ApiDescription): ApiDocument {
  const schemas = describeSchemas(
    callList.flatMap((call) => [call.query, ...(takesBody(call) ? [call.body] : [])]),
    [
      ...callList.map((call) => call.output),
      successEnvelopeSchema,
      failureEnvelopeSchema,
      changeSchema,
      consoleConfigSchema,
    ],
  );
  const paths: Record<string, Record<string, ApiOperation>> = {};
  for (const call of callList) {
    paths[call.path] = { ...paths[call.path], [call.method.toLowerCase()]: describeCall(call, schemas) };
  }
  return {
    openapi: '3.1.1',
    info: { title: `${title} API`, version, description: introduction },
    servers: [{ url }],
    tags: Object.entries(groups).map(([name, description]) => ({ name, description })),
    paths: { ...paths, ...signInPaths, ...oauthPaths, ...operationPaths },
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: tokenText } },
      schemas: schemas.components,
      parameters: headerParameters,
      headers: replyHeaders,
      responses: { ...failureResponses(), Unexpected: unexpected },
    },
  };
}

const tokenText = 'The token that signing in answers. It is valid until its session ends.';

const unexpected: ApiResponse = {
  description: 'A server error. Nothing was changed.',
  headers: { 'X-Request-Id': { $ref: '#/components/headers/RequestId' } },
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
};

const headerParameters: Readonly<Record<string, Parameter>> = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'A text of the caller’s choice. The same key, caller and body within 24 hours returns the first reply again; the same key with another body is refused (409).',
    schema: { type: 'string', minLength: 1, maxLength: 200 },
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    description: 'The `ETag` of the state that the change is based on; a stale one is refused (412).',
    schema: { type: 'string' },
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: 'The `ETag` of an earlier reply; if nothing changed, the reply is 304 without a body.',
    schema: { type: 'string' },
  },
};

const replyHeaders = {
  EntityTag: { description: 'The entity tag of the returned state.', schema: { type: 'string' } },
  RequestId: { description: 'The request id, as in `reply-to`.', schema: { type: 'string' } },
  RetryAfter: { description: 'Seconds to wait before a retry.', schema: { type: 'integer' } },
} as const;
