import { type ApiDocument, describeApi } from '@keyhold/contract/openapi';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { version } from '../src/version.ts';

/** The document of the API that the tests serve. */
export const api: ApiDocument = describeApi({ title: 'Keyhold', version, url: 'http://localhost:8080' });

/** Schemas whose replies may have additional fields: the envelopes, and the details of a refusal. */
const open: ReadonlySet<string> = new Set(['Success', 'Failure', 'Problem']);

/** Validates values against the document's schemas, which are `closed` to fields that the document does not declare. */
export const schemas = createSchemas(api);

const paths = Object.keys(api.paths)
  .map((path) => ({ path, pattern: new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`) }))
  // A path without parameters takes precedence over one with parameters.
  .sort((a, b) => a.path.split('{').length - b.path.split('{').length);

/**
 * Asserts that a reply matches the document of its call and status.
 *
 * @throws {Error} naming the undocumented part.
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

/** Escapes a name for a JSON pointer in a URI fragment. */
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
    /** Returns the errors of a value by the schema at a pointer into the document; null if there are none. */
    check(pointer: string, value: unknown): string | null {
      const validate = ajv.getSchema(`api${pointer}`) as ValidateFunction | undefined;
      if (!validate) throw new Error(`The document has nothing at ${pointer}.`);
      return validate(value) ? null : `${ajv.errorsText(validate.errors)} in ${JSON.stringify(value)}`;
    },
  };
}

/** The same schemas, but rejecting undeclared fields. */
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

/** The parts of an `allOf` stay open, because each part only declares its own fields; nested values are closed. */
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
