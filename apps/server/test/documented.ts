import { type ApiDocument, describeApi } from '@keyhold/contract/openapi';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { version } from '../src/version.ts';

/** The document of the API that the tests serve. */
export const api: ApiDocument = describeApi({ title: 'Keyhold', version, url: 'http://localhost:8080' });

/** What any reply may carry further fields in: the envelopes, and the details of a refusal. */
const open: ReadonlySet<string> = new Set(['Success', 'Failure', 'Problem']);

/** Checks values against the document's schemas, where `closed` forbids fields that the document does not name. */
export const schemas = createSchemas(api);

const paths = Object.keys(api.paths)
  .map((path) => ({ path, pattern: new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`) }))
  // A path without parameters is nearer than one with.
  .sort((a, b) => a.path.split('{').length - b.path.split('{').length);

/**
 * Checks that a reply is what the document says of its call and status.
 *
 * @throws {Error} naming what the document does not know.
 */
export function assertDocumented(method: string, url: string, status: number, body: unknown): void {
  const path = paths.find(({ pattern }) => pattern.test(url.split('?')[0] ?? ''))?.path;
  const operation = path === undefined ? undefined : api.paths[path]?.[method.toLowerCase()];
  if (path === undefined || !operation) return;
  const what = `${operation.operationId} (${method} ${path}) answered ${status}`;
  const response = operation.responses[status];
  if (!response) throw new Error(`${what}, which its document does not know: ${JSON.stringify(body)}`);
  if (status === 304) return;
  const pointer =
    '$ref' in response
      ? `${response.$ref}/content/application~1json/schema`
      : `#/paths/${escapePointer(path)}/${method.toLowerCase()}/responses/${status}/content/application~1json/schema`;
  const problem = schemas.check(pointer, body);
  if (problem) throw new Error(`${what} with a body that its document does not describe: ${problem}`);
}

/** A part's name within a JSON pointer that is a fragment. */
export function escapePointer(name: string): string {
  return encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'));
}

function createSchemas(document: ApiDocument) {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addFormat('rn', /^[^:]+(:[^:]+){4}$/);
  ajv.addFormat('password', true);
  ajv.addSchema(closed(document) as object, 'api');
  return {
    /** What is wrong with a value by the schema at a pointer into the document; null when nothing is. */
    check(pointer: string, value: unknown): string | null {
      const validate = ajv.getSchema(`api${pointer}`) as ValidateFunction | undefined;
      if (!validate) throw new Error(`The document has nothing at ${pointer}.`);
      return validate(value) ? null : `${ajv.errorsText(validate.errors)} in ${JSON.stringify(value)}`;
    },
  };
}

/** The same schemas, refusing every field that they do not name. */
function closed(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) return value.map((one) => closed(one));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, part]) => [
    key,
    key === 'example' ? part : key === 'allOf' ? part : closed(part, key),
  ]);
  const copy = Object.fromEntries(entries) as Record<string, unknown>;
  if ('allOf' in copy) return { ...copy, allOf: closedParts(copy['allOf']), unevaluatedProperties: false };
  if (copy['type'] === 'object' && 'properties' in copy && !('additionalProperties' in copy) && !open.has(name)) {
    return { ...copy, additionalProperties: false };
  }
  return copy;
}

/** The parts of an `allOf` stay open, because the fields of one are the others' to know; what lies in them does not. */
function closedParts(parts: unknown): unknown {
  return (parts as Record<string, unknown>[]).map((part) =>
    Object.fromEntries(
      Object.entries(part).map(([key, value]) => [key, key === 'properties' ? closedEach(value) : value]),
    ),
  );
}

function closedEach(properties: unknown): unknown {
  return Object.fromEntries(Object.entries(properties as object).map(([key, value]) => [key, closed(value)]));
}
