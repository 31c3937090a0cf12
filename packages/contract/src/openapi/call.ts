import * as z from 'zod';
import type { Call } from '../call.ts';
import type { ApiOperation, ApiResponse, JsonSchema, Parameter, Reference } from './document.ts';
import { examples } from './examples/examples.ts';
import { exampleRequestId, failures, failuresOf, takesEntityTag } from './failures.ts';
import type { SchemaSet } from './schemas.ts';
import { proofOf, requirementOf } from './text.ts';

/** Describes a call for a document. */
export function describeCall(call: Call, schemas: SchemaSet): ApiOperation {
  const { access } = call;
  const parameters = parametersOf(call, schemas);
  return {
    operationId: call.name,
    tags: [call.group],
    summary: call.summary,
    description: requirementOf(access) + proofOf(call.proof),
    ...(access.kind === 'action' ? { 'x-required-action': access.action } : {}),
    security: access.kind === 'public' ? [] : [{ token: [] }],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(takesBody(call) ? { requestBody: requestBodyOf(call, schemas) } : {}),
    responses: responsesOf(call, schemas),
  };
}

/** Whether a call has a request body. */
export function takesBody(call: Call): boolean {
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
  return 'item' in output.shape || (method !== 'POST' && 'items' in output.shape);
}

function responsesOf(call: Call, schemas: SchemaSet): Record<string, ApiResponse | Reference> {
  const refusals = failuresOf(call).map((status) => [status, componentOf(failures[status]?.name ?? '')]);
  return {
    ...Object.fromEntries(successesOf(call).map((status) => [status, success(call, status, schemas)])),
    ...(call.method === 'GET' && isTagged(call)
      ? { 304: { description: 'Not modified: `If-None-Match` matches.' } }
      : {}),
    ...Object.fromEntries(refusals),
    default: componentOf('Unexpected'),
  };
}

function componentOf(name: string): Reference {
  return { $ref: `#/components/responses/${name}` };
}

/** The statuses of success. Consuming a license replies 200 when the lease already existed. */
function successesOf(call: Call): number[] {
  return call.name === 'consumeLicense' ? [200, 201, 202] : [call.status];
}

function success(call: Call, status: number, schemas: SchemaSet): ApiResponse {
  const headers = {
    'X-Request-Id': { $ref: '#/components/headers/RequestId' },
    ...(isTagged(call) ? { ETag: { $ref: '#/components/headers/EntityTag' } } : {}),
  };
  if (call.answers !== 'json') {
    const type = call.answers === 'events' ? 'text/event-stream' : 'application/x-ndjson';
    const example = examples[call.name]?.text;
    const schema: JsonSchema = { type: 'string' };
    const media = { schema, ...(example === undefined ? {} : { example }) };
    // `format=csv` answers the same rows as CSV.
    const csv = 'format' in call.query.shape ? { 'text/csv': { schema, example: examples[call.name]?.csv } } : {};
    return { description: call.summary, headers, content: { [type]: media, ...csv } };
  }
  const envelope = { success: true, 'status-code': status, 'reply-to': exampleRequestId, errors: [], warnings: [] };
  const schema = { $ref: '#/components/schemas/Success' };
  const bare = Object.keys(call.output.shape).length === 0;
  const reply = bare ? {} : examples[call.name]?.reply;
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
