import * as z from 'zod';
import type { Call } from './call.ts';
import { callList } from './calls/index.ts';
import { changeSchema } from './calls/changes.ts';
import { failureEnvelopeSchema, successEnvelopeSchema } from './envelope.ts';
import type { ApiDocument, ApiOperation, ApiResponse, JsonSchema, Parameter, Reference } from './openapi-document.ts';
import { examples } from './openapi-examples.ts';
import { exampleRequestId, failureResponses, failures, failuresOf, takesEntityTag } from './openapi-failures.ts';
import { operationPaths } from './openapi-operations.ts';
import { describeSchemas, type SchemaSet } from './openapi-schemas.ts';
import { groups, introduction, requirementOf } from './openapi-text.ts';
import { consoleConfigSchema } from './resources.ts';

export type { ApiDocument, ApiOperation, ApiResponse, JsonSchema, Parameter, Reference } from './openapi-document.ts';

/** What of a document depends on where the API is served. */
export interface ApiDescription {
  readonly title: string;
  readonly version: string;
  /** The address of the API, without a trailing slash. */
  readonly url: string;
}

/**
 * Describes the API: every call of the contract, and what stands beside them, as an OpenAPI 3.1 document.
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
    paths[call.path] = { ...paths[call.path], [call.method.toLowerCase()]: operationOf(call, schemas) };
  }
  return {
    openapi: '3.1.1',
    info: { title: `${title} API`, version, description: introduction },
    servers: [{ url }],
    tags: Object.entries(groups).map(([name, description]) => ({ name, description })),
    paths: { ...paths, ...operationPaths },
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

function operationOf(call: Call, schemas: SchemaSet): ApiOperation {
  const { access } = call;
  const parameters = parametersOf(call, schemas);
  return {
    operationId: call.name,
    tags: [call.group],
    summary: call.summary,
    description: requirementOf(access),
    ...(access.kind === 'action' ? { 'x-required-action': access.action } : {}),
    security: access.kind === 'public' ? [] : [{ token: [] }],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(takesBody(call) ? { requestBody: requestBodyOf(call, schemas) } : {}),
    responses: responsesOf(call, schemas),
  };
}

function takesBody(call: Call): boolean {
  return !(call.body instanceof z.ZodUndefined);
}

function requestBodyOf(call: Call, schemas: SchemaSet) {
  const example = examples[call.name]?.body;
  const media = { schema: schemas.input(call.body), ...(example === undefined ? {} : { example }) };
  return { required: !call.body.safeParse(undefined).success, content: { 'application/json': media } };
}

function parametersOf(call: Call, schemas: SchemaSet): (Parameter | Reference)[] {
  const example = examples[call.name];
  const inPath = Object.keys(call.params.shape).map((name): Parameter => {
    const value = example?.params?.[name];
    return {
      name,
      in: 'path',
      required: true,
      schema: { type: 'string' },
      ...(value === undefined ? {} : { example: value }),
    };
  });
  const query = schemas.input(call.query);
  const inQuery = Object.entries(query.properties ?? {}).map(([name, property]): Parameter => {
    const value = example?.query?.[name];
    return {
      name,
      in: 'query',
      required: query.required?.includes(name) ?? false,
      schema: property as JsonSchema,
      ...(value === undefined ? {} : { example: value }),
    };
  });
  return [...inPath, ...inQuery, ...headersOf(call)];
}

function headersOf(call: Call): Reference[] {
  const names = [
    ...(call.method === 'POST' && call.access.kind !== 'public' ? ['IdempotencyKey'] : []),
    ...(takesEntityTag(call) ? ['IfMatch'] : []),
    ...(call.method === 'GET' && isTagged(call) ? ['IfNoneMatch'] : []),
  ];
  return names.map((name) => ({ $ref: `#/components/parameters/${name}` }));
}

function isTagged({ method, output }: Call): boolean {
  return method !== 'POST' && ('item' in output.shape || 'items' in output.shape);
}

function responsesOf(call: Call, schemas: SchemaSet): Record<string, ApiResponse | Reference> {
  const refusals = failuresOf(call).map((status) => [status, componentOf(failures[status]?.name ?? '')]);
  return {
    ...Object.fromEntries(successesOf(call).map((status) => [status, success(call, status, schemas)])),
    ...(call.method === 'GET' && isTagged(call)
      ? { 304: { description: 'The caller has this reply already: `If-None-Match` holds.' } }
      : {}),
    ...Object.fromEntries(refusals),
    default: componentOf('Unexpected'),
  };
}

function componentOf(name: string): Reference {
  return { $ref: `#/components/responses/${name}` };
}

/** A call that makes something answers 200 where it was there already. */
function successesOf(call: Call): number[] {
  return call.name === 'consumeLicense' ? [200, 201] : [call.status];
}

function success(call: Call, status: number, schemas: SchemaSet): ApiResponse {
  const headers = {
    'X-Request-Id': { $ref: '#/components/headers/RequestId' },
    ...(isTagged(call) ? { ETag: { $ref: '#/components/headers/EntityTag' } } : {}),
  };
  if (call.answers !== 'json') {
    const type = call.answers === 'events' ? 'text/event-stream' : 'application/x-ndjson';
    const example = examples[call.name]?.text;
    return {
      description: call.summary,
      headers,
      content: { [type]: { schema: { type: 'string' }, ...(example === undefined ? {} : { example }) } },
    };
  }
  const envelope = { success: true, 'status-code': status, 'reply-to': exampleRequestId, errors: [], warnings: [] };
  const reply = examples[call.name]?.reply;
  const schema = { $ref: '#/components/schemas/Success' };
  const bare = Object.keys(call.output.shape).length === 0;
  return {
    description: status === 201 ? 'Made.' : 'Done.',
    headers,
    content: {
      'application/json': {
        schema: bare ? schema : { allOf: [schema, schemas.output(call.output)] },
        ...(reply === undefined ? {} : { example: { ...envelope, ...reply } }),
      },
    },
  };
}

const unexpected: ApiResponse = {
  description: 'Something went wrong on the server’s side. Nothing was changed.',
  headers: { 'X-Request-Id': { $ref: '#/components/headers/RequestId' } },
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
};

const headerParameters: Readonly<Record<string, Parameter>> = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'A text of the caller’s choice. The same key, caller and body within 24 hours answers the first reply again; the same key with another body is refused (409).',
    schema: { type: 'string', minLength: 1, maxLength: 200 },
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    description: 'The `ETag` of the state that the change was made from; a stale one is refused (412).',
    schema: { type: 'string' },
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: 'The `ETag` of a reply that the caller has; when nothing changed, the answer is 304 without a body.',
    schema: { type: 'string' },
  },
};

const replyHeaders = {
  EntityTag: { description: 'Names the state that was answered.', schema: { type: 'string' } },
  RequestId: { description: 'Names the request, as `reply-to` does.', schema: { type: 'string' } },
  RetryAfter: { description: 'Seconds to wait before trying again.', schema: { type: 'integer' } },
} as const;
